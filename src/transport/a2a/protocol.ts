/** The parts of the protocol's package that the endpoint uses. */
export type Protocol = Awaited<ReturnType<typeof load>>;

/** The package, loaded with the first call: it takes longer than the rest of the start's imports and few instances need it. */
export const protocol = remembered(load);

/** A load that is made once, whoever asks. One that failed is not remembered: the next call tries again. */
export function remembered<T>(loading: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () => {
    loaded ??= loading().catch((error: unknown) => {
      loaded = undefined;
      throw error;
    });
    return loaded;
  };
}

async function load() {
  const [{ JsonRpcTransportHandler, ServerCallContext }, { LegacyJsonRpcTransportHandler }, errors] = await Promise.all(
    [import('@a2a-js/sdk/server'), import('@a2a-js/sdk/compat/v0_3/server'), import('@a2a-js/sdk/errors')],
  );
  return { JsonRpcTransportHandler, LegacyJsonRpcTransportHandler, ServerCallContext, errors };
}
