import { MARKUP_RULES } from './markup-rules.ts';

interface Factory {
  createPolicy(name: 'default', rules: typeof MARKUP_RULES): void;
}

// Browsers without trusted types know neither the policy of the page nor this.
(globalThis as unknown as { trustedTypes?: Factory }).trustedTypes?.createPolicy('default', MARKUP_RULES);
