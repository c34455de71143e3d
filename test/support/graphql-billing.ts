import type { Fault } from '#lib/fault.ts';
import type { Bill, Billing, Progress, Served, ServedLine, Work, Worked } from '#payments/bill.ts';

/** Billing that holds, works and delivers every bill, and counts what it did. */
export interface CountingBilling extends Billing {
  readonly bills: Bill[];
  /** The canonical requests of lines that were worked and served. */
  readonly served: string[];
  /** Thrown for every bill while it is set. */
  refuse: ((bill: Bill) => Fault) | null;
  clear(): void;
}

export function openCountingBilling(): CountingBilling {
  const billing: CountingBilling = {
    bills: [],
    served: [],
    refuse: null,
    clear() {
      billing.bills.length = 0;
      billing.served.length = 0;
    },
    async serve<W extends Worked>(bill: Bill, work: Work<W>, progress?: Progress<W>): Promise<Served<W>> {
      billing.bills.push(bill);
      if (billing.refuse) throw billing.refuse(bill);
      progress?.reserved();
      const { signal } = new AbortController();
      const serve = async (line: Bill['lines'][number], n: number): Promise<ServedLine<W>> => {
        const worked = await work(line, signal);
        const chargedAtomic = worked.free ? 0n : line.priceAtomic;
        billing.served.push(line.request);
        const charge = { route: 'credit', chargedAtomic, balanceAtomic: 0n, replayed: false } as const;
        const served: ServedLine<W> = { answer: worked.answer, worked, billing: charge };
        progress?.served(n, served);
        return served;
      };
      return { lines: await Promise.all(bill.lines.map(serve)), receipt: null, change: null };
    },
    finish: () => undefined,
  };
  return billing;
}
