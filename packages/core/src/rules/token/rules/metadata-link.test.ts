import { expect, it } from 'vitest';
import { known } from '#lib/reading.ts';
import { foundBy, metadata, tokenEvidence } from '../../../../test/support/token-evidence.ts';
import { metadataLink } from './metadata-link.ts';

const linked = (uri: string) => tokenEvidence({ metadata: known(metadata({ uri })) });

it.each(['https://example.com/a.json', 'HTTP://example.com', ' https://ipfs.io/ipfs/bafy'])(
  'flags %s, which a host can change',
  (uri) => {
    expect(foundBy(metadataLink, linked(uri))).toEqual(['METADATA_URI_MUTABLE_HOST']);
  },
);

it.each(['ipfs://bafy', 'ar://abc', 'QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWKpbLs', ''])(
  'has nothing to say of "%s"',
  (uri) => {
    expect(foundBy(metadataLink, linked(uri))).toBe('clear');
  },
);
