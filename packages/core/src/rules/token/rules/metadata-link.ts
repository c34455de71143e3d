import { clear, raised } from '../../rule.ts';
import { linkMetrics } from '../figures/link.ts';
import { tokenRule } from '../policy.ts';

/**
 * Can a host change what the metadata link shows? Content addresses (ipfs, ar) show the same for ever; a gateway's link to one
 * is a link to the gateway. Nothing is fetched, and the link, which is a stranger's text, is not repeated.
 */
export const metadataLink = tokenRule({
  id: 'metadata-link',
  needs: ['metadata'],
  flags: {
    METADATA_URI_MUTABLE_HOST: 'What the metadata link shows can be changed by whoever runs its host.',
  },
  judge({ metadata }) {
    const scheme = linkMetrics(metadata.uri)?.scheme;
    return scheme === 'https' || scheme === 'http' ? raised([], ['METADATA_URI_MUTABLE_HOST']) : clear;
  },
});
