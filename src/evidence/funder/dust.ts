import type { HistoryReader } from '#chain/model.ts';
import { type Activity, type Credit, mainCredits, SMALL_CREDIT_LAMPORTS } from '#checks/funder/evidence.ts';
import { pageBefore, readActivity } from './source.ts';

/** Senders of small credits whose activity is looked at. */
const SENDERS_MAX = 3;

/** The credits with the activity of those that sent little beside the main source; what cannot be read stays null. */
export async function withSenders(credits: readonly Credit[], reader: HistoryReader): Promise<readonly Credit[]> {
  const main = mainCredits(credits)[0]?.source ?? null;
  const small = credits.filter(
    ({ lamports, source }) => lamports < SMALL_CREDIT_LAMPORTS && source !== null && source !== main,
  );
  const senders = [...new Map(small.map((credit) => [credit.source, credit])).values()].slice(0, SENDERS_MAX);
  const activities = new Map<string | null, Activity>();
  await Promise.all(
    senders.map(async ({ source, transaction }) => {
      const page = await pageBefore(source, transaction, reader);
      const activity = page.known ? await readActivity(page.value, reader) : page;
      if (activity.known) activities.set(source, activity.value);
    }),
  );
  return credits.map((credit) =>
    small.includes(credit) ? { ...credit, senderActivity: activities.get(credit.source) ?? null } : credit,
  );
}
