/** Elements of the editor's lines, of its marks for blanks and of descriptions. None of them loads anything; the text in them is text. */
const ELEMENTS =
  'a|b|blockquote|br|circle|code|dd|del|div|dl|dt|em|h[1-6]|hr|i|li|ol|p|path|pre|span|strong|svg|table|tbody|td|th|thead|tr|u|ul';
const ATTRIBUTES =
  'class|cx|cy|d|dir|fill|r|rel|role|start|style|tabindex|target|title|type|viewBox|widgetid|xmlns|(?:aria|data)-[a-z-]+';
/** A link leads to an address of the web or of this origin, never to a script. */
const LINK = 'href="(?:https?:|mailto:|/|#)[^"]*"';
const TAG = new RegExp(`</?(?:${ELEMENTS})(?:\\s+(?:(?:${ATTRIBUTES})="[^"]*"|${LINK}))*\\s*/?>`, 'gi');
const WORKER = /^\/graphiql\/[a-z]+-worker-[0-9a-f]{16}\.js$/;

/**
 * The markup that libraries may make in the pages that hold them. Markup with anything but known elements and known attributes is shown as
 * text; each `<` has to begin one of them, so that every parser reads it alike.
 */
export const MARKUP_RULES = {
  createHTML(markup: string): string {
    return markup.replace(TAG, '').includes('<') ? markup.replaceAll('<', '&lt;') : markup;
  },
  /** The editor's workers; everything else is refused. */
  createScriptURL(url: string): string | null {
    return WORKER.test(url) ? url : null;
  },
};

interface Factory {
  createPolicy(name: 'default', rules: typeof MARKUP_RULES): void;
}

// Browsers without trusted types know neither the policy of the page nor this.
(globalThis as unknown as { trustedTypes?: Factory }).trustedTypes?.createPolicy('default', MARKUP_RULES);
