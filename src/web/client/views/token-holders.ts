import { displayPercent, words } from '../format.ts';
import type { Bar, Bars } from './section.ts';
import type { TokenFigures } from './token-figures.ts';

/** Whose tokens come to no market by one person's will, whose do, and the rest. */
const SHADES: Readonly<Record<string, Bar['shade']>> = {
  burn: 'locked',
  pool: 'locked',
  curve: 'locked',
  launch_system: 'locked',
  locker: 'locked',
  wallet: 'held',
  program: 'held',
};

/** The largest holders with role and share, or null where none was read. */
export function holderBars(holders: NonNullable<TokenFigures['holders']>): Bars | null {
  if (holders.length === 0) return null;
  const most = Math.max(1, ...holders.map(({ share_bps }) => share_bps ?? 0));
  return {
    type: 'bars',
    title: 'Largest holders',
    note: 'Share of the supply. Orange: wallets and programs that could sell. Green: pools, burned, locked.',
    bars: holders.map(({ owner, role, share_bps, frozen, label }) => ({
      label: [
        { text: `${words(role)}${label ? `, ${label}` : ''}${frozen ? ', frozen' : ''} ` },
        { id: owner, what: 'account' },
      ],
      share: (share_bps ?? 0) / most,
      text: displayPercent(share_bps),
      shade: SHADES[role] ?? 'plain',
    })),
  };
}

/** Where the whole supply lies, or null where it was not read. */
export function bucketBars(buckets: TokenFigures['buckets']): Bars | null {
  const all = Object.entries(buckets ?? {}).filter(([, bps]) => bps > 0);
  if (!buckets || all.length === 0) return null;
  const rest = 10_000 - all.reduce((sum, [, bps]) => sum + bps, 0);
  const bars = all.map(([name, bps]): Bar => {
    const shade = name === 'custody' || name === 'exchanges' ? 'plain' : 'locked';
    return { label: words(name), share: bps / 10_000, text: displayPercent(bps), shade };
  });
  if (rest > 0) bars.push({ label: 'Everybody else', share: rest / 10_000, text: displayPercent(rest), shade: 'held' });
  return {
    type: 'bars',
    title: 'Where the supply lies',
    note: 'Among the largest accounts, of the whole supply.',
    bars,
  };
}
