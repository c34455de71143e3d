import { mintCodes } from '../../mint-codes.ts';
import { clear, raised, reason } from '../../rule.ts';
import { counted } from '../../words.ts';
import { tokenRule } from '../policy.ts';

/** A mint has room for thousands of unknown types. */
const NAMED_MAX = 16;

/** Are all extensions of the mint known, so that it is known what it does to holders? */
export const knownExtensions = tokenRule({
  id: 'known-extensions',
  needs: ['mint'],
  codes: {
    UNKNOWN_EXTENSION: {
      ...mintCodes.UNKNOWN_EXTENSION,
      category: 'data',
      certainty: 'state',
      unread: { reading: 'mint', cause: 'unreadable' },
    },
  },
  judge({ mint }) {
    const { unknownExtensions: types } = mint;
    if (types.length === 0) return clear;
    const named = `${types.slice(0, NAMED_MAX).join(', ')}${types.length > NAMED_MAX ? ' and more' : ''}`;
    const message = `The mint carries ${counted(types.length, 'extension')} that no rule here knows: type ${named}.`;
    return raised([reason('UNKNOWN_EXTENSION', { extension_types: named }, message)]);
  },
});
