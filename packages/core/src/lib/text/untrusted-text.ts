/**
 * Characters that are invisible or change how the text around them is read: control characters, line and paragraph separators,
 * every format character (zero-width ones, directions and isolates, tags), variation selectors and others that Unicode lets
 * renderers ignore, private use, noncharacters, and halves of surrogate pairs.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/gu;

/** Blanks of every width, the empty Braille pattern among them. */
const BLANKS = /[\s\u2800]+/gu;
/** Marks above and below a letter; more than three of them only serve to write over the lines around. */
const STACKED_MARKS = /(\p{M}{3})\p{M}+/gu;

/** The text without invisible characters. */
export function withoutUnseen(raw: string): string {
  return raw.replace(UNSEEN, '');
}

/**
 * A text of unknown origin in a form that may be shown: without invisible characters, in the form NFC, with single blanks, at most
 * three marks on a letter and at most `codePointsMax` code points. Its content stays untrusted. Applying it again changes nothing.
 */
export function shownText(raw: string, codePointsMax: number): string {
  const line = withoutUnseen(raw).normalize('NFC').replace(BLANKS, ' ').replace(STACKED_MARKS, '$1').trim();
  return [...line].slice(0, codePointsMax).join('').trim();
}
