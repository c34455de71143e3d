/** Reading JSON of which nothing is taken for granted: what is not of the expected type is as good as absent. */

/** The member at a path such as `billing.pass.tier`; undefined where there is none. Prototypes are not looked at. */
export function at(value: unknown, path: string): unknown {
  let inner: unknown = value;
  for (const name of path.split('.')) {
    if (typeof inner !== 'object' || inner === null || !Object.hasOwn(inner, name)) return undefined;
    inner = (inner as Readonly<Record<string, unknown>>)[name];
  }
  return inner;
}

/** The text at a path, or null. */
export function textAt(value: unknown, path: string): string | null {
  const found = at(value, path);
  return typeof found === 'string' && found !== '' ? found : null;
}

/** The finite number at a path, or null. */
export function numberAt(value: unknown, path: string): number | null {
  const found = at(value, path);
  return typeof found === 'number' && Number.isFinite(found) ? found : null;
}

/** The list at a path, empty where there is none. */
export function listAt(value: unknown, path: string): readonly unknown[] {
  const found = at(value, path);
  return Array.isArray(found) ? found : [];
}

/** The texts of the list at a path. */
export function textsAt(value: unknown, path: string): readonly string[] {
  return listAt(value, path).filter((one): one is string => typeof one === 'string');
}

/** Whether it is an object and no list. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
