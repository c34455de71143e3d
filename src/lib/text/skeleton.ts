import { withoutUnseen } from './untrusted-text.ts';

/**
 * Characters of other scripts that look like a Latin letter, by that letter, in this order: Cyrillic and Greek (capital and
 * small letters apart, where they look like different ones), Cherokee, Lisu, Latin small capitals and crossed letters,
 * Armenian, Coptic, signs of currencies, zeros of other scripts, Canadian syllabics and hooked letters. Small letters that look as their capitals do are left out.
 * Chosen from what Unicode calls confusable (UTS 39) and from what symbols of tokens are written with.
 */
const LOOKALIKES: Readonly<Record<string, string>> = {
  A: '\u0410\u0430\u0391\u03b1\u039b\u13aa\ua4ee\u1d00\u0251\u2c80\u15e9\u023a\u2c65',
  B: '\u0412\u0392\u03b2\u00df\u13f4\u13cf\ua4d0\u0299\u042c\u044c\u2c82\u20bf\u15f7\u0180\u0243\u0253\u0181',
  C: '\u0421\u0441\u03f9\u03f2\u03c2\u13df\ua4da\u1d04\u2ca4\u00a2\u1455\u023b\u023c\u0187\u0188',
  D: '\u0500\u0501\u13a0\u13e7\ua4d3\u1d05\u00d0\u0110\u0111\u15ea\u15de\u018a\u0257',
  E: '\u0415\u0435\u0395\u03b5\u039e\u03a3\u13ac\ua4f0\u1d07\u20ac\u0404\u0454\u2c88\u212e\u15f4\u156e\u0246\u0247',
  F: '\u0492\u0493\u0191\u0192\u03dc\ua4dd\ua730\u15b4',
  G: '\u050c\u050d\u13c0\ua4d6\u0262\u0261\u0581\u161c\u01e4\u01e5\u0193\u0260',
  H: '\u041d\u043d\u0397\u13bb\ua4e7\u029c\u04bb\u13c2\u0570\u2c8e\u157c\u0126\u0127',
  I: '\u0406\u0456\u0399\u03b9\u13a5\ua4f2\u026a\u0131\u04c0\u04cf\u2c92\u007c\u01c0\u0197\u0268',
  J: '\u0408\u0458\u037f\u03f3\u13ab\ua4d9\u1d0a\u0575\u148d\u0248\u0249',
  K: '\u041a\u043a\u039a\u03ba\u13e6\ua4d7\u1d0b\u2c94\u16d5\u0198\u0199\ua740\ua741',
  L: '\u13de\ua4e1\u029f\u053c\u0141\u0142\u14aa\u023d\u019a\u2c60\u2c61',
  M: '\u041c\u043c\u039c\u03fa\u13b7\ua4df\u1d0d\u2c98\u15f0',
  N: '\u039d\u0418\u0438\u043f\u03b7\ua4e0\u0274\u0578\u2c9a\u144e\u014a\u014b\u0220\u019e',
  O: '\u041e\u043e\u039f\u03bf\u03c3\u0555\u0585\ua4f3\u1d0f\u00d8\u00f8\u2c9e\u0966\u09e6\u0a66\u0ae6\u0ce6\u0e50\u0ed0\u3007',
  P: '\u0420\u0440\u03a1\u03c1\u13e2\ua4d1\u1d18\u2ca2\u146d\u01a4\u01a5\u2c63\u1d7d',
  Q: '\u051a\u051b\u0566\ua7af\u146b\u024a\u024b',
  R: '\u042f\u044f\u13a1\u13d2\ua4e3\u0280\u0433\u1d26\u1587\u024c\u024d',
  S: '\u0405\u0455\u13d5\u13da\u054f\ua4e2\ua731\u1515',
  T: '\u0422\u0442\u03a4\u03c4\u13a2\ua4d4\u1d1b\u20ae\u2ca6\u0166\u0167\u023e\u2c66\u01ac\u01ad',
  U: '\u054d\u057d\ua4f4\u1d1c\u03bc\u03c5\u144c\u0244\u0289',
  V: '\u0474\u0475\u03bd\u13d9\ua4e6\u1d20\u142f\u01b2\u028b',
  W: '\u051c\u051d\u0428\u0448\u13b3\u13d4\ua4ea\u1d21\u03c9\u0461\u20a9\u15ef',
  X: '\u0425\u0445\u03a7\u03c7\ua4eb\u2cac\u00d7\u166d',
  Y: '\u04ae\u04af\u0423\u0443\u03a5\u03b3\u13bd\ua4ec\u028f\u2ca8\u00a5\u024e\u024f\u01b3\u01b4',
  Z: '\u0396\u13c3\ua4dc\u1d22\u1614\u01b5\u01b6\u0224\u0225',
};

const letterOf: ReadonlyMap<string, string> = new Map(
  Object.entries(LOOKALIKES).flatMap(([letter, alike]) => [...alike].map((one) => [one, letter] as const)),
);

/** Rows of 26 letters from A to Z that have no decomposition: white on a disc, white on a square, halves of flags. */
const ALPHABETS_AT = [0x1f150, 0x1f170, 0x1f1e6] as const;

const LETTERS = 26;

const CODE_OF_A = 65;

/** Written small behind a name, they would become letters of it. */
const TRADE_SIGNS = /[\u2120\u2122]/gu;
const MARKS = /\p{M}/gu;
/** An S inside a word; before one it is no letter. */
const DOLLAR_INSIDE = /(?<=[\p{L}\p{N}])\$/gu;
const REST = /[^\p{L}\p{N}]/gu;

/** Digits that pass for letters, and the two letters that pass for each other: 0 for O, 1 and L for I, 5 for S, 8 for B. */
const FOLDED: Readonly<Record<string, string>> = { 0: 'O', 1: 'I', L: 'I', 5: 'S', 8: 'B' };
const FOLDS = /[01L58]/g;

/**
 * The skeleton of a name or symbol: two texts that a reader may confuse have the same one. Compatibility forms (NFKC), invisible
 * characters, marks, characters that resemble Latin letters, letter case, and everything but letters and digits make no difference.
 * Compare it with other skeletons and never show it.
 */
export function skeletonOf(raw: string): string {
  // Replaces look-alikes first, because some decompose to a character that resembles another one.
  const plain = withLatinLetters(withoutUnseen(raw).replace(TRADE_SIGNS, '')).normalize('NFKC');
  const bare = plain.normalize('NFKD').replace(MARKS, '');
  return withLatinLetters(bare)
    .replace(DOLLAR_INSIDE, 'S')
    .toUpperCase()
    .replace(REST, '')
    .replace(FOLDS, (one) => FOLDED[one] ?? one);
}

/** ASCII without the bar, the only one of its characters that resembles another letter. */
const PLAIN = /^[\0-{}-\x7f]*$/;

/** The text with every character that resembles a Latin letter replaced by that capital letter. */
function withLatinLetters(text: string): string {
  if (PLAIN.test(text)) return text;
  return Array.from(text, (one) => letterOf.get(one) ?? enclosed(one) ?? letterOf.get(one.toUpperCase()) ?? one).join(
    '',
  );
}

function enclosed(one: string): string | undefined {
  const code = one.codePointAt(0) ?? 0;
  const start = ALPHABETS_AT.find((from) => code >= from && code < from + LETTERS);
  return start === undefined ? undefined : String.fromCharCode(CODE_OF_A + code - start);
}
