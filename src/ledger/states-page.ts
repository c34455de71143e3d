import { holdStates } from './holds/states.ts';
import { paymentStates } from './payments/states.ts';
import type { Transition } from './transitions.ts';

const LEASES = { live: 'lease runs', over: 'lease over' };

/** The text of docs/states.md, which the tables of states give. */
export function statesPage(): string {
  return `# States

For whoever changes how a charge or a payment is booked: its states, the events that lead from one to another, and what each event writes
and sends. \`npm run states\` prints this page from the tables that the statements of the ledger run.

A dot stands for no row: before it is inserted, and after it is deleted. Who works on a row holds a lease on it; when the lease is over,
another process goes on. What an event sends leaves the service once what it writes is committed.

## A hold

The money or the call of a pass that is set aside for one answer (\`src/ledger/holds/states.ts\`).

${section(holdStates)}
## A payment per call

An x402 payment, by the hash of its message (\`src/ledger/payments/states.ts\`).

${section(paymentStates)}`;
}

function section(transitions: readonly Transition[]): string {
  return `\`\`\`mermaid\nstateDiagram-v2\n${arrows(transitions)}\n\`\`\`\n\n${table(transitions)}\n`;
}

function arrows(transitions: readonly Transition[]): string {
  return transitions
    .flatMap(({ from, to, event, lease }) => {
      const label = lease ? `${event} (${LEASES[lease]})` : event;
      return from.map((state) => `  ${node(state)} --> ${node(to === 'same' ? state : to)}: ${label}`);
    })
    .join('\n');
}

function node(state: string): string {
  return state === 'none' ? '[*]' : state;
}

function table(transitions: readonly Transition[]): string {
  const rows = transitions.map(({ from, event, to, lease, condition, sets = {}, writes = [], sends = [] }) => [
    from.join(', '),
    event,
    to,
    [lease && LEASES[lease], condition].filter(Boolean).join('; '),
    [...Object.keys(sets).map((column) => `\`${column}\``), ...writes].join('; '),
    sends.join('; '),
  ]);
  const head = ['from', 'event', 'to', 'when', 'writes', 'sends'];
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
