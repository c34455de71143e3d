/** What the client takes from its environment. */
export interface Environment {
  readonly url: string | undefined;
  readonly apiKey: string | undefined;
  readonly noColor: string | undefined;
  readonly forceColor: string | undefined;
  readonly term: string | undefined;
}

/** The variables of the client; its configuration is not the service's, which never runs in this process. */
export function readEnvironment(
  // biome-ignore lint/style/noProcessEnv: the client's only reader of the environment, as src/config is the service's.
  variables: Readonly<Record<string, string | undefined>> = process.env,
): Environment {
  const { ASSAY_URL, ASSAY_API_KEY, NO_COLOR, FORCE_COLOR, TERM } = variables;
  return {
    url: ASSAY_URL?.trim() || undefined,
    apiKey: ASSAY_API_KEY?.trim() || undefined,
    noColor: NO_COLOR,
    forceColor: FORCE_COLOR,
    term: TERM,
  };
}
