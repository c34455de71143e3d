/** A text that wants to be more than text, and what is left of it as a name and as a symbol. */
export interface Hostile {
  readonly text: string;
  readonly name: string;
  readonly symbol: string;
}

/** As the service cuts them. */
const NAME_LETTERS_MAX = 64;
const SYMBOL_LETTERS_MAX = 16;

/** `seen` is the text without letters that nobody sees. */
function hostile(text: string, seen = text): Hostile {
  const cut = (letters: number) => [...seen].slice(0, letters).join('').trim();
  return { text, name: cut(NAME_LETTERS_MAX), symbol: cut(SYMBOL_LETTERS_MAX) };
}

/** What strangers may call a token, ask for, or send along. */
export const HOSTILE: readonly Hostile[] = [
  hostile('<img src=x onerror=alert(1)>'),
  hostile('<img/src=x/onerror=alert(1)>'),
  hostile('"><script>alert(1)</script>'),
  hostile('</script><script>alert(1)</script>'),
  hostile('javascript:alert(1)'),
  hostile('<svg/onload=alert(1)>'),
  hostile('<iframe srcdoc="<script>parent.alert(1)</script>"></iframe>'),
  hostile('</bdi></p></article><a href="javascript:alert(1)">Top up</a>'),
  hostile('\'-->"></textarea></style></title><base href=//evil.example/>'),
  hostile('&lt;img src=x onerror=alert(1)&gt;&#60;b&#62;'),
  hostile("{{constructor.constructor('alert(1)')()}}"),
  hostile('`$' + '{alert(1)}`#{alert(1)}<%= alert(1) %>'),
  hostile('__proto__'),
  hostile('W<b>'.repeat(150)),
  hostile('\u202e<b>exe.\u200bgnp\u2066\u200d</b>\u202c', '<b>exe.gnp</b>'),
];

/** For pages that take long to be there. */
export const FEW = HOSTILE.slice(1, 8);

/** What a name, a label or a wallet may say. */
export const MARKUP = '"><img src=x onerror=alert(1)><script>alert(1)</script>';

/** Links that strangers may give to the metadata of a token. */
export const HOSTILE_LINKS = [
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'https://evil.example/"><img src=x onerror=alert(1)>',
] as const;

/** Whether a header can carry a text. */
export const fitsHeader = (text: string): boolean => /^[\x20-\x7e]+$/.test(text);
