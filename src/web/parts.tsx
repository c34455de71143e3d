import type { VNode } from 'preact';
import { SHAPES, severityTone, toneOf, verdictWord } from './client/tone.ts';

/** A verdict by colour, shape and word. */
export function VerdictMark({ verdict, large = false }: { readonly verdict: string; readonly large?: boolean }): VNode {
  const tone = toneOf(verdict);
  return (
    <span class={`verdict ${tone}${large ? ' large' : ''}`}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        {SHAPES[tone].map((d) => (
          <path key={d} d={d} />
        ))}
      </svg>
      {verdictWord(verdict)}
    </span>
  );
}

/** A severity by colour and word. */
export function SeverityWord({ severity }: { readonly severity: string }): VNode {
  return <span class={`severity ${severityTone(severity)}`}>{severity}</span>;
}

/** A code that may be broken behind its underscores. */
export function CodeName({ code }: { readonly code: string }): VNode {
  return <>{code.split(/(?<=_)/).flatMap((part, at) => (at === 0 ? [part] : [<wbr key={part} />, part]))}</>;
}

/** A link to the page that explains a code. */
export function CodeLink({ code }: { readonly code: string }): VNode {
  return (
    <a class="code" href={`/reason-codes/${code}`}>
      <CodeName code={code} />
    </a>
  );
}

/** Text that scrolls in its box, with the keyboard as well. */
export function ScrolledText({ label, text }: { readonly label: string; readonly text: string }): VNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached.
    // biome-ignore lint/a11y/useSemanticElements: only this element keeps the blanks of its text.
    <pre tabIndex={0} role="region" aria-label={label}>
      <code>{text}</code>
    </pre>
  );
}

/** Text to be copied, such as a command. A script adds the button; `what` completes "Copy ...". */
export function Snippet({ what, text }: { readonly what: string; readonly text: string }): VNode {
  return (
    <div class="snippet">
      <pre data-copy={what}>
        <code>{text}</code>
      </pre>
    </div>
  );
}
