/** Texts by their keys, such as documents by the SHA-256 of their text. */
export interface Texts {
  find(key: string): string | null;
  keep(key: string, text: string): void;
}

/** How many texts are kept, and how many characters they have together. */
interface TextLimits {
  readonly textsMax: number;
  readonly charsMax: number;
}

/** A cache of texts in this process, least recently used first out. */
export function openTexts({ textsMax, charsMax }: TextLimits): Texts {
  const kept = new Map<string, string>();
  let chars = 0;
  const forget = (key: string): void => {
    chars -= kept.get(key)?.length ?? 0;
    kept.delete(key);
  };
  const keep = (key: string, text: string): void => {
    forget(key);
    kept.set(key, text);
    chars += text.length;
    for (const oldest of kept.keys()) {
      if (kept.size <= textsMax && chars <= charsMax) return;
      forget(oldest);
    }
  };
  return {
    keep,
    find(key) {
      const text = kept.get(key) ?? null;
      if (text !== null) keep(key, text);
      return text;
    },
  };
}
