import { shownText } from '#lib/untrusted-text.ts';
import type { MetadataFacts } from '../evidence.ts';
import type { IdentityMetrics } from '../metrics.ts';
import { linkMetrics } from './link.ts';

const NAME_CODE_POINTS_MAX = 64;
const SYMBOL_CODE_POINTS_MAX = 16;

/** What the token calls itself. A token without metadata has no name, and nothing of it can be changed. */
export function identityMetrics(metadata: MetadataFacts | null): IdentityMetrics {
  const told = metadata?.source === 'none' ? null : metadata;
  return {
    name: told && shownText(told.name, NAME_CODE_POINTS_MAX),
    symbol: told && shownText(told.symbol, SYMBOL_CODE_POINTS_MAX),
    uri: told && linkMetrics(told.uri),
    metadata_source: metadata?.source ?? null,
    metadata_mutable: told?.mutable ?? null,
    metadata_update_authority: told?.updateAuthority ?? null,
  };
}
