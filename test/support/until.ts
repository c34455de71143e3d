/** Waits until something is so; a test's own time ends it. */
export async function until(isSo: () => Promise<boolean> | boolean, pauseMs = 5): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, pauseMs));
}
