import { mintCodes } from '../../mint-codes.ts';
import { clear, raised, reason } from '../../rule.ts';
import { counted } from '../../words.ts';
import { tradeRule } from '../policy.ts';

/** Are all extensions of the mint known, so that it is known what a transfer does? */
export const knownExtensions = tradeRule({
  id: 'known-extensions',
  needs: ['mint'],
  codes: {
    UNKNOWN_EXTENSION: { ...mintCodes.UNKNOWN_EXTENSION, allows: 'UNKNOWN', unread: 'mint' },
  },
  judge({ mint }) {
    const { unknownExtensions: types } = mint;
    if (types.length === 0) return clear;
    const message = `The mint carries ${counted(types.length, 'extension')} that no rule here knows: type ${types.join(', ')}.`;
    return raised([reason('UNKNOWN_EXTENSION', { extension_types: types.join(', ') }, message)]);
  },
});
