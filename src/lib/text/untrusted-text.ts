/**
 * What nobody sees or what changes how the rest is read: control characters, line and paragraph separators, every format
 * character (zero-width ones, directions and isolates, tags), variation selectors and whatever else Unicode says may be
 * ignored, private use, noncharacters, and halves of surrogate pairs.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/gu;

/** Blanks of every width, the empty Braille pattern among them. */
const BLANKS = /[\s\u2800]+/gu;
/** Marks above and below a letter; more than three of them only serve to write over the lines around. */
const STACKED_MARKS = /(\p{M}{3})\p{M}+/gu;

/** The text without the characters that nobody sees. */
export function withoutUnseen(raw: string): string {
  return raw.replace(UNSEEN, '');
}

/**
 * A text of unknown origin as it may be shown: without characters that are not seen or that turn the reading around, in the
 * composed form NFC, with single blanks, at most three marks on a letter and at most `codePointsMax` code points. What it
 * says stays untrusted. Shown once more it stays the same.
 */
export function shownText(raw: string, codePointsMax: number): string {
  const line = withoutUnseen(raw).normalize('NFC').replace(BLANKS, ' ').replace(STACKED_MARKS, '$1').trim();
  return [...line].slice(0, codePointsMax).join('').trim();
}
