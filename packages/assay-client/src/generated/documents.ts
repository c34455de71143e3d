// Made from the published documents by `npm run client:types`. Do not edit.

import type { DocumentTree, PersistedDocument } from '../document.ts';
import type * as schema from './graphql.ts';

export type AccountQueryVariables = Readonly<Record<string, never>>;

export type AccountQuery = {
  readonly account: {
    readonly id: string;
    readonly balanceUsdc: schema.USDC;
    readonly balanceAtomic: schema.TokenAmount;
    readonly passes: ReadonlyArray<{
      readonly id: string;
      readonly tier: schema.PassTier;
      readonly state: schema.PassState;
      readonly startsAt: schema.DateTime;
      readonly expiresAt: schema.DateTime;
      readonly callsLeft: number;
      readonly __typename: 'PassPeriod';
    }>;
    readonly __typename: 'Account';
  } | null;
};

const accountText = "query Account {\n  account {\n    id\n    balanceUsdc\n    balanceAtomic\n    passes {\n      id\n      tier\n      state\n      startsAt\n      expiresAt\n      callsLeft\n      __typename\n    }\n    __typename\n  }\n}";

export const AccountDocument: DocumentTree<AccountQuery, AccountQueryVariables> = { kind: 'Document', __meta__: { hash: 'ccc67bf284098d22449a580eddc45a777205abcf5c5fb5ac1e9fb56de7cd8a44' }, toString: () => accountText, definitions: [{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Account"},"variableDefinitions":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"account"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"balanceUsdc"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"balanceAtomic"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"passes"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"tier"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"state"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"startsAt"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"callsLeft"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}}]}}] };

export type CheckProgressSubscriptionVariables = {
  readonly requests: ReadonlyArray<schema.CheckRequest>;
};

export type CheckProgressSubscription = {
  readonly checks: {
    readonly indexes: ReadonlyArray<number>;
    readonly done: number;
    readonly total: number;
    readonly result: {
      readonly id: string;
      readonly kind: schema.Kind;
      readonly subject: schema.Address;
      readonly verdict: schema.Verdict;
      readonly confidence: number;
      readonly reasonCodes: ReadonlyArray<schema.Code>;
      readonly flags: ReadonlyArray<schema.Code>;
      readonly sandbox: boolean;
      readonly asOf: {
        readonly slot: schema.Slot;
        readonly time: schema.DateTime | null;
        readonly __typename: 'AsOf';
      } | null;
      readonly reasons: ReadonlyArray<{
        readonly code: schema.Code;
        readonly severity: schema.Severity;
        readonly message: string;
        readonly __typename: 'Reason';
      }>;
      readonly gaps: ReadonlyArray<{
        readonly reading: schema.Reading;
        readonly cause: schema.GapCause;
        readonly retryable: boolean;
        readonly __typename: 'Gap';
      }>;
      readonly retryAfterSeconds: number | null;
      readonly billing: {
        readonly route: schema.BillingRoute;
        readonly chargedUsdc: schema.USDC;
        readonly balanceUsdc: schema.USDC | null;
        readonly replayed: boolean;
        readonly __typename: 'Billing';
      };
      readonly __typename: 'WalletCheck';
    } | {
      readonly id: string;
      readonly kind: schema.Kind;
      readonly subject: schema.Address;
      readonly verdict: schema.Verdict;
      readonly confidence: number;
      readonly reasonCodes: ReadonlyArray<schema.Code>;
      readonly flags: ReadonlyArray<schema.Code>;
      readonly sandbox: boolean;
      readonly asOf: {
        readonly slot: schema.Slot;
        readonly time: schema.DateTime | null;
        readonly __typename: 'AsOf';
      } | null;
      readonly reasons: ReadonlyArray<{
        readonly code: schema.Code;
        readonly severity: schema.Severity;
        readonly message: string;
        readonly __typename: 'Reason';
      }>;
      readonly gaps: ReadonlyArray<{
        readonly reading: schema.Reading;
        readonly cause: schema.GapCause;
        readonly retryable: boolean;
        readonly __typename: 'Gap';
      }>;
      readonly retryAfterSeconds: number | null;
      readonly billing: {
        readonly route: schema.BillingRoute;
        readonly chargedUsdc: schema.USDC;
        readonly balanceUsdc: schema.USDC | null;
        readonly replayed: boolean;
        readonly __typename: 'Billing';
      };
      readonly __typename: 'TokenCheck';
    } | {
      readonly id: string;
      readonly kind: schema.Kind;
      readonly subject: schema.Address;
      readonly verdict: schema.Verdict;
      readonly confidence: number;
      readonly reasonCodes: ReadonlyArray<schema.Code>;
      readonly flags: ReadonlyArray<schema.Code>;
      readonly sandbox: boolean;
      readonly asOf: {
        readonly slot: schema.Slot;
        readonly time: schema.DateTime | null;
        readonly __typename: 'AsOf';
      } | null;
      readonly reasons: ReadonlyArray<{
        readonly code: schema.Code;
        readonly severity: schema.Severity;
        readonly message: string;
        readonly __typename: 'Reason';
      }>;
      readonly gaps: ReadonlyArray<{
        readonly reading: schema.Reading;
        readonly cause: schema.GapCause;
        readonly retryable: boolean;
        readonly __typename: 'Gap';
      }>;
      readonly retryAfterSeconds: number | null;
      readonly billing: {
        readonly route: schema.BillingRoute;
        readonly chargedUsdc: schema.USDC;
        readonly balanceUsdc: schema.USDC | null;
        readonly replayed: boolean;
        readonly __typename: 'Billing';
      };
      readonly __typename: 'TradeCheck';
    } | {
      readonly id: string;
      readonly kind: schema.Kind;
      readonly subject: schema.Address;
      readonly verdict: schema.Verdict;
      readonly confidence: number;
      readonly reasonCodes: ReadonlyArray<schema.Code>;
      readonly flags: ReadonlyArray<schema.Code>;
      readonly sandbox: boolean;
      readonly asOf: {
        readonly slot: schema.Slot;
        readonly time: schema.DateTime | null;
        readonly __typename: 'AsOf';
      } | null;
      readonly reasons: ReadonlyArray<{
        readonly code: schema.Code;
        readonly severity: schema.Severity;
        readonly message: string;
        readonly __typename: 'Reason';
      }>;
      readonly gaps: ReadonlyArray<{
        readonly reading: schema.Reading;
        readonly cause: schema.GapCause;
        readonly retryable: boolean;
        readonly __typename: 'Gap';
      }>;
      readonly retryAfterSeconds: number | null;
      readonly billing: {
        readonly route: schema.BillingRoute;
        readonly chargedUsdc: schema.USDC;
        readonly balanceUsdc: schema.USDC | null;
        readonly replayed: boolean;
        readonly __typename: 'Billing';
      };
      readonly __typename: 'FunderCheck';
    } | {
      readonly kind: schema.Kind;
      readonly subjectText: string;
      readonly code: schema.FaultCode;
      readonly message: string;
      readonly retryable: boolean;
      readonly retryAfterSeconds: number | null;
      readonly invalid: ReadonlyArray<{
        readonly path: ReadonlyArray<string>;
        readonly message: string;
        readonly __typename: 'InvalidArgument';
      }>;
      readonly __typename: 'CheckFault';
    };
    readonly __typename: 'CheckProgress';
  };
};

const checkProgressText = "subscription CheckProgress($requests: [CheckRequest!]!) {\n  checks(requests: $requests) {\n    indexes\n    done\n    total\n    result {\n      ...CheckParts\n      ...FaultParts\n      __typename\n    }\n    __typename\n  }\n}\n\nfragment CheckParts on Check {\n  id\n  kind\n  subject\n  verdict\n  confidence\n  reasonCodes\n  flags\n  sandbox\n  asOf {\n    slot\n    time\n    __typename\n  }\n  reasons {\n    code\n    severity\n    message\n    __typename\n  }\n  gaps {\n    ...GapParts\n    __typename\n  }\n  retryAfterSeconds\n  billing {\n    ...BillingParts\n    __typename\n  }\n  __typename\n}\n\nfragment GapParts on Gap {\n  reading\n  cause\n  retryable\n  __typename\n}\n\nfragment BillingParts on Billing {\n  route\n  chargedUsdc\n  balanceUsdc\n  replayed\n  __typename\n}\n\nfragment FaultParts on CheckFault {\n  kind\n  subjectText\n  code\n  message\n  retryable\n  retryAfterSeconds\n  invalid {\n    path\n    message\n    __typename\n  }\n  __typename\n}";

export const CheckProgressDocument: DocumentTree<CheckProgressSubscription, CheckProgressSubscriptionVariables> = { kind: 'Document', __meta__: { hash: '0193062da443c14e6b6f7bc023a4b0ee6a51972fd4aae8f2ed3c3619b6a32ccb' }, toString: () => checkProgressText, definitions: [{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"CheckProgress"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"requests"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CheckRequest"}}}}},"directives":[]}],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"checks"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"requests"},"value":{"kind":"Variable","name":{"kind":"Name","value":"requests"}}}],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"indexes"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"done"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"total"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"result"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"CheckParts"},"directives":[]},{"kind":"FragmentSpread","name":{"kind":"Name","value":"FaultParts"},"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CheckParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Check"}},"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"kind"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"subject"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"verdict"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"confidence"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"reasonCodes"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"flags"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"sandbox"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"asOf"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"slot"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"time"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"reasons"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"severity"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"message"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"gaps"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"GapParts"},"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"retryAfterSeconds"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"billing"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"BillingParts"},"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"GapParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Gap"}},"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reading"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"cause"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"retryable"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"BillingParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Billing"}},"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"route"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"chargedUsdc"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"balanceUsdc"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"replayed"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"FaultParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CheckFault"}},"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"subjectText"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"code"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"message"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"retryable"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"retryAfterSeconds"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"invalid"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"message"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}}] };

export type ChecksQueryVariables = {
  readonly requests: ReadonlyArray<schema.CheckRequest>;
};

export type ChecksQuery = {
  readonly checks: ReadonlyArray<{
    readonly id: string;
    readonly kind: schema.Kind;
    readonly subject: schema.Address;
    readonly verdict: schema.Verdict;
    readonly confidence: number;
    readonly reasonCodes: ReadonlyArray<schema.Code>;
    readonly flags: ReadonlyArray<schema.Code>;
    readonly sandbox: boolean;
    readonly asOf: {
      readonly slot: schema.Slot;
      readonly time: schema.DateTime | null;
      readonly __typename: 'AsOf';
    } | null;
    readonly reasons: ReadonlyArray<{
      readonly code: schema.Code;
      readonly severity: schema.Severity;
      readonly message: string;
      readonly __typename: 'Reason';
    }>;
    readonly gaps: ReadonlyArray<{
      readonly reading: schema.Reading;
      readonly cause: schema.GapCause;
      readonly retryable: boolean;
      readonly __typename: 'Gap';
    }>;
    readonly retryAfterSeconds: number | null;
    readonly billing: {
      readonly route: schema.BillingRoute;
      readonly chargedUsdc: schema.USDC;
      readonly balanceUsdc: schema.USDC | null;
      readonly replayed: boolean;
      readonly __typename: 'Billing';
    };
    readonly __typename: 'WalletCheck';
  } | {
    readonly id: string;
    readonly kind: schema.Kind;
    readonly subject: schema.Address;
    readonly verdict: schema.Verdict;
    readonly confidence: number;
    readonly reasonCodes: ReadonlyArray<schema.Code>;
    readonly flags: ReadonlyArray<schema.Code>;
    readonly sandbox: boolean;
    readonly asOf: {
      readonly slot: schema.Slot;
      readonly time: schema.DateTime | null;
      readonly __typename: 'AsOf';
    } | null;
    readonly reasons: ReadonlyArray<{
      readonly code: schema.Code;
      readonly severity: schema.Severity;
      readonly message: string;
      readonly __typename: 'Reason';
    }>;
    readonly gaps: ReadonlyArray<{
      readonly reading: schema.Reading;
      readonly cause: schema.GapCause;
      readonly retryable: boolean;
      readonly __typename: 'Gap';
    }>;
    readonly retryAfterSeconds: number | null;
    readonly billing: {
      readonly route: schema.BillingRoute;
      readonly chargedUsdc: schema.USDC;
      readonly balanceUsdc: schema.USDC | null;
      readonly replayed: boolean;
      readonly __typename: 'Billing';
    };
    readonly __typename: 'TokenCheck';
  } | {
    readonly id: string;
    readonly kind: schema.Kind;
    readonly subject: schema.Address;
    readonly verdict: schema.Verdict;
    readonly confidence: number;
    readonly reasonCodes: ReadonlyArray<schema.Code>;
    readonly flags: ReadonlyArray<schema.Code>;
    readonly sandbox: boolean;
    readonly asOf: {
      readonly slot: schema.Slot;
      readonly time: schema.DateTime | null;
      readonly __typename: 'AsOf';
    } | null;
    readonly reasons: ReadonlyArray<{
      readonly code: schema.Code;
      readonly severity: schema.Severity;
      readonly message: string;
      readonly __typename: 'Reason';
    }>;
    readonly gaps: ReadonlyArray<{
      readonly reading: schema.Reading;
      readonly cause: schema.GapCause;
      readonly retryable: boolean;
      readonly __typename: 'Gap';
    }>;
    readonly retryAfterSeconds: number | null;
    readonly billing: {
      readonly route: schema.BillingRoute;
      readonly chargedUsdc: schema.USDC;
      readonly balanceUsdc: schema.USDC | null;
      readonly replayed: boolean;
      readonly __typename: 'Billing';
    };
    readonly __typename: 'TradeCheck';
  } | {
    readonly id: string;
    readonly kind: schema.Kind;
    readonly subject: schema.Address;
    readonly verdict: schema.Verdict;
    readonly confidence: number;
    readonly reasonCodes: ReadonlyArray<schema.Code>;
    readonly flags: ReadonlyArray<schema.Code>;
    readonly sandbox: boolean;
    readonly asOf: {
      readonly slot: schema.Slot;
      readonly time: schema.DateTime | null;
      readonly __typename: 'AsOf';
    } | null;
    readonly reasons: ReadonlyArray<{
      readonly code: schema.Code;
      readonly severity: schema.Severity;
      readonly message: string;
      readonly __typename: 'Reason';
    }>;
    readonly gaps: ReadonlyArray<{
      readonly reading: schema.Reading;
      readonly cause: schema.GapCause;
      readonly retryable: boolean;
      readonly __typename: 'Gap';
    }>;
    readonly retryAfterSeconds: number | null;
    readonly billing: {
      readonly route: schema.BillingRoute;
      readonly chargedUsdc: schema.USDC;
      readonly balanceUsdc: schema.USDC | null;
      readonly replayed: boolean;
      readonly __typename: 'Billing';
    };
    readonly __typename: 'FunderCheck';
  } | {
    readonly kind: schema.Kind;
    readonly subjectText: string;
    readonly code: schema.FaultCode;
    readonly message: string;
    readonly retryable: boolean;
    readonly retryAfterSeconds: number | null;
    readonly invalid: ReadonlyArray<{
      readonly path: ReadonlyArray<string>;
      readonly message: string;
      readonly __typename: 'InvalidArgument';
    }>;
    readonly __typename: 'CheckFault';
  }> | null;
};

const checksText = "query Checks($requests: [CheckRequest!]!) {\n  checks(requests: $requests) {\n    ...CheckParts\n    ...FaultParts\n    __typename\n  }\n}\n\nfragment CheckParts on Check {\n  id\n  kind\n  subject\n  verdict\n  confidence\n  reasonCodes\n  flags\n  sandbox\n  asOf {\n    slot\n    time\n    __typename\n  }\n  reasons {\n    code\n    severity\n    message\n    __typename\n  }\n  gaps {\n    ...GapParts\n    __typename\n  }\n  retryAfterSeconds\n  billing {\n    ...BillingParts\n    __typename\n  }\n  __typename\n}\n\nfragment GapParts on Gap {\n  reading\n  cause\n  retryable\n  __typename\n}\n\nfragment BillingParts on Billing {\n  route\n  chargedUsdc\n  balanceUsdc\n  replayed\n  __typename\n}\n\nfragment FaultParts on CheckFault {\n  kind\n  subjectText\n  code\n  message\n  retryable\n  retryAfterSeconds\n  invalid {\n    path\n    message\n    __typename\n  }\n  __typename\n}";

export const ChecksDocument: DocumentTree<ChecksQuery, ChecksQueryVariables> = { kind: 'Document', __meta__: { hash: '46363ab60b77ca4a57d3cacd483a73f42c91e7b341ca9add06e4407e270c2959' }, toString: () => checksText, definitions: [{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Checks"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"requests"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CheckRequest"}}}}},"directives":[]}],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"checks"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"requests"},"value":{"kind":"Variable","name":{"kind":"Name","value":"requests"}}}],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"CheckParts"},"directives":[]},{"kind":"FragmentSpread","name":{"kind":"Name","value":"FaultParts"},"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CheckParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Check"}},"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"kind"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"subject"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"verdict"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"confidence"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"reasonCodes"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"flags"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"sandbox"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"asOf"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"slot"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"time"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"reasons"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"severity"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"message"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"gaps"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"GapParts"},"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"retryAfterSeconds"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"billing"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"BillingParts"},"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"GapParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Gap"}},"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reading"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"cause"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"retryable"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"BillingParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Billing"}},"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"route"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"chargedUsdc"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"balanceUsdc"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"replayed"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"FaultParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CheckFault"}},"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"subjectText"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"code"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"message"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"retryable"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"retryAfterSeconds"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"invalid"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"message"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}}] };

export type EntriesQueryVariables = {
  readonly first?: number | null;
  readonly after?: string | null;
  readonly kinds?: ReadonlyArray<schema.EntryKind> | null;
};

export type EntriesQuery = {
  readonly account: {
    readonly id: string;
    readonly entries: {
      readonly totalCount: number | null;
      readonly edges: ReadonlyArray<{
        readonly cursor: string;
        readonly node: {
          readonly id: string;
          readonly kind: schema.EntryKind;
          readonly amountUsdc: schema.SignedUSDC;
          readonly createdAt: schema.DateTime;
          readonly ref: string | null;
          readonly __typename: 'Entry';
        };
        readonly __typename: 'EntryEdge';
      }>;
      readonly pageInfo: {
        readonly hasNextPage: boolean;
        readonly hasPreviousPage: boolean;
        readonly startCursor: string | null;
        readonly endCursor: string | null;
        readonly __typename: 'PageInfo';
      };
      readonly __typename: 'EntryConnection';
    } | null;
    readonly __typename: 'Account';
  } | null;
};

const entriesText = "query Entries($first: Int = 20, $after: String, $kinds: [EntryKind!]) {\n  account {\n    id\n    entries(first: $first, after: $after, kinds: $kinds) {\n      totalCount\n      edges {\n        cursor\n        node {\n          id\n          kind\n          amountUsdc\n          createdAt\n          ref\n          __typename\n        }\n        __typename\n      }\n      pageInfo {\n        ...PageParts\n        __typename\n      }\n      __typename\n    }\n    __typename\n  }\n}\n\nfragment PageParts on PageInfo {\n  hasNextPage\n  hasPreviousPage\n  startCursor\n  endCursor\n  __typename\n}";

export const EntriesDocument: DocumentTree<EntriesQuery, EntriesQueryVariables> = { kind: 'Document', __meta__: { hash: '48bf364dc6cced5a4c9eb92a4b12fbc4489951ff02849a704dfa6f94af1e1b21' }, toString: () => entriesText, definitions: [{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Entries"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}},"defaultValue":{"kind":"IntValue","value":"20"},"directives":[]},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}},"directives":[]},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"kinds"}},"type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"EntryKind"}}}},"directives":[]}],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"account"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"entries"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"kinds"},"value":{"kind":"Variable","name":{"kind":"Name","value":"kinds"}}}],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"edges"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"node"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"kind"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"amountUsdc"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"createdAt"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"ref"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PageParts"},"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PageParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PageInfo"}},"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"hasPreviousPage"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"startCursor"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"endCursor"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}}] };

export type FunderCheckQueryVariables = {
  readonly address: schema.Address;
};

export type FunderCheckQuery = {
  readonly funderCheck: {
    readonly id: string;
    readonly kind: schema.Kind;
    readonly subject: schema.Address;
    readonly verdict: schema.Verdict;
    readonly confidence: number;
    readonly reasonCodes: ReadonlyArray<schema.Code>;
    readonly flags: ReadonlyArray<schema.Code>;
    readonly sandbox: boolean;
    readonly asOf: {
      readonly slot: schema.Slot;
      readonly time: schema.DateTime | null;
      readonly __typename: 'AsOf';
    } | null;
    readonly reasons: ReadonlyArray<{
      readonly code: schema.Code;
      readonly severity: schema.Severity;
      readonly message: string;
      readonly __typename: 'Reason';
    }>;
    readonly gaps: ReadonlyArray<{
      readonly reading: schema.Reading;
      readonly cause: schema.GapCause;
      readonly retryable: boolean;
      readonly __typename: 'Gap';
    }>;
    readonly retryAfterSeconds: number | null;
    readonly billing: {
      readonly route: schema.BillingRoute;
      readonly chargedUsdc: schema.USDC;
      readonly balanceUsdc: schema.USDC | null;
      readonly replayed: boolean;
      readonly __typename: 'Billing';
    };
    readonly __typename: 'FunderCheck';
    readonly funderVerdict: schema.FunderVerdict;
    readonly metrics: {
      readonly source: {
        readonly address: schema.Address | null;
        readonly label: {
          readonly name: string;
          readonly category: schema.LabelCategory;
          readonly __typename: 'Label';
        } | null;
        readonly transaction: schema.TransactionSignature | null;
        readonly executedAt: schema.DateTime | null;
        readonly __typename: 'FunderSourceMetrics';
      };
      readonly trail: {
        readonly hops: ReadonlyArray<{
          readonly source: schema.Address;
          readonly lamports: schema.Lamports;
          readonly transaction: schema.TransactionSignature | null;
          readonly __typename: 'FundingHop';
        }>;
        readonly __typename: 'FunderTrailMetrics';
      };
      readonly __typename: 'FunderMetrics';
    } | null;
  } | null;
};

const funderCheckText = "query FunderCheck($address: Address!) {\n  funderCheck(address: $address) {\n    ...FunderParts\n    __typename\n  }\n}\n\nfragment FunderParts on FunderCheck {\n  ...CheckParts\n  funderVerdict\n  metrics {\n    source {\n      address\n      label {\n        name\n        category\n        __typename\n      }\n      transaction\n      executedAt\n      __typename\n    }\n    trail {\n      hops {\n        source\n        lamports\n        transaction\n        __typename\n      }\n      __typename\n    }\n    __typename\n  }\n  __typename\n}\n\nfragment CheckParts on Check {\n  id\n  kind\n  subject\n  verdict\n  confidence\n  reasonCodes\n  flags\n  sandbox\n  asOf {\n    slot\n    time\n    __typename\n  }\n  reasons {\n    code\n    severity\n    message\n    __typename\n  }\n  gaps {\n    ...GapParts\n    __typename\n  }\n  retryAfterSeconds\n  billing {\n    ...BillingParts\n    __typename\n  }\n  __typename\n}\n\nfragment GapParts on Gap {\n  reading\n  cause\n  retryable\n  __typename\n}\n\nfragment BillingParts on Billing {\n  route\n  chargedUsdc\n  balanceUsdc\n  replayed\n  __typename\n}";

export const FunderCheckDocument: DocumentTree<FunderCheckQuery, FunderCheckQueryVariables> = { kind: 'Document', __meta__: { hash: 'e7973698fb07e3e8f00e1502f7d308a7f2f01c8155aa9098c40499072dea5628' }, toString: () => funderCheckText, definitions: [{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"FunderCheck"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"address"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Address"}}},"directives":[]}],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"funderCheck"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"address"},"value":{"kind":"Variable","name":{"kind":"Name","value":"address"}}}],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"FunderParts"},"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"FunderParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"FunderCheck"}},"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"CheckParts"},"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"funderVerdict"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"metrics"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"source"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"address"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"label"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"category"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"transaction"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"executedAt"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"trail"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hops"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"source"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"lamports"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"transaction"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CheckParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Check"}},"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"kind"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"subject"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"verdict"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"confidence"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"reasonCodes"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"flags"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"sandbox"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"asOf"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"slot"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"time"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"reasons"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"severity"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"message"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"gaps"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"GapParts"},"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"retryAfterSeconds"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"billing"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"BillingParts"},"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"GapParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Gap"}},"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reading"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"cause"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"retryable"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"BillingParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Billing"}},"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"route"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"chargedUsdc"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"balanceUsdc"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"replayed"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}}] };

export type PastChecksQueryVariables = {
  readonly first?: number | null;
  readonly after?: string | null;
  readonly kinds?: ReadonlyArray<schema.Kind> | null;
  readonly subject?: schema.Address | null;
};

export type PastChecksQuery = {
  readonly account: {
    readonly id: string;
    readonly checks: {
      readonly totalCount: number | null;
      readonly edges: ReadonlyArray<{
        readonly cursor: string;
        readonly node: {
          readonly id: string;
          readonly kind: schema.Kind;
          readonly subject: schema.Address;
          readonly verdict: schema.Verdict;
          readonly chargedAt: schema.DateTime;
          readonly chargedUsdc: schema.USDC;
          readonly route: schema.BillingRoute;
          readonly documentKept: boolean;
          readonly __typename: 'PastCheck';
        };
        readonly __typename: 'PastCheckEdge';
      }>;
      readonly pageInfo: {
        readonly hasNextPage: boolean;
        readonly hasPreviousPage: boolean;
        readonly startCursor: string | null;
        readonly endCursor: string | null;
        readonly __typename: 'PageInfo';
      };
      readonly __typename: 'PastCheckConnection';
    } | null;
    readonly __typename: 'Account';
  } | null;
};

const pastChecksText = "query PastChecks($first: Int = 20, $after: String, $kinds: [Kind!], $subject: Address) {\n  account {\n    id\n    checks(first: $first, after: $after, kinds: $kinds, subject: $subject) {\n      totalCount\n      edges {\n        cursor\n        node {\n          id\n          kind\n          subject\n          verdict\n          chargedAt\n          chargedUsdc\n          route\n          documentKept\n          __typename\n        }\n        __typename\n      }\n      pageInfo {\n        ...PageParts\n        __typename\n      }\n      __typename\n    }\n    __typename\n  }\n}\n\nfragment PageParts on PageInfo {\n  hasNextPage\n  hasPreviousPage\n  startCursor\n  endCursor\n  __typename\n}";

export const PastChecksDocument: DocumentTree<PastChecksQuery, PastChecksQueryVariables> = { kind: 'Document', __meta__: { hash: 'c3abfcac8447485ca4371a47b8d0851977ac5e73e97ba593b1107930c853d91b' }, toString: () => pastChecksText, definitions: [{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"PastChecks"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}},"defaultValue":{"kind":"IntValue","value":"20"},"directives":[]},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}},"directives":[]},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"kinds"}},"type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Kind"}}}},"directives":[]},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"subject"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Address"}},"directives":[]}],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"account"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"checks"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"kinds"},"value":{"kind":"Variable","name":{"kind":"Name","value":"kinds"}}},{"kind":"Argument","name":{"kind":"Name","value":"subject"},"value":{"kind":"Variable","name":{"kind":"Name","value":"subject"}}}],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"edges"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"node"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"kind"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"subject"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"verdict"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"chargedAt"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"chargedUsdc"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"route"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"documentKept"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PageParts"},"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PageParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PageInfo"}},"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"hasPreviousPage"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"startCursor"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"endCursor"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}}] };

export type PricesQueryVariables = Readonly<Record<string, never>>;

export type PricesQuery = {
  readonly prices: ReadonlyArray<{
    readonly kind: schema.Kind;
    readonly priceUsdc: schema.USDC;
    readonly __typename: 'CheckOffer';
  }>;
  readonly passes: ReadonlyArray<{
    readonly tier: schema.PassTier;
    readonly priceUsdc: schema.USDC;
    readonly __typename: 'PassOffer';
  }>;
};

const pricesText = "query Prices {\n  prices {\n    kind\n    priceUsdc\n    __typename\n  }\n  passes {\n    tier\n    priceUsdc\n    __typename\n  }\n}";

export const PricesDocument: DocumentTree<PricesQuery, PricesQueryVariables> = { kind: 'Document', __meta__: { hash: '1dc2dabb9796eb729d0eae5721d758e06f48f39e75ed3bb8cab2a5f9ef13ea93' }, toString: () => pricesText, definitions: [{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Prices"},"variableDefinitions":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"prices"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"priceUsdc"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"passes"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tier"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"priceUsdc"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}}]}}] };

export type ReasonCodesQueryVariables = {
  readonly kind?: schema.Kind | null;
};

export type ReasonCodesQuery = {
  readonly reasonCodes: ReadonlyArray<{
    readonly id: string;
    readonly code: schema.Code;
    readonly kind: schema.Kind;
    readonly severity: schema.Severity;
    readonly meaning: string;
    readonly action: string;
    readonly __typename: 'ReasonCode';
  }> | null;
};

const reasonCodesText = "query ReasonCodes($kind: Kind) {\n  reasonCodes(kind: $kind) {\n    id\n    code\n    kind\n    severity\n    meaning\n    action\n    __typename\n  }\n}";

export const ReasonCodesDocument: DocumentTree<ReasonCodesQuery, ReasonCodesQueryVariables> = { kind: 'Document', __meta__: { hash: '00a480d141b138fb396139c1badaae2d5ddc18959d9d2d154d5f1e7f54338399' }, toString: () => reasonCodesText, definitions: [{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ReasonCodes"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"kind"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Kind"}},"directives":[]}],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reasonCodes"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"kind"},"value":{"kind":"Variable","name":{"kind":"Name","value":"kind"}}}],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"code"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"kind"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"severity"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"meaning"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"action"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}}]}}] };

export type StoredCheckQueryVariables = {
  readonly id: string;
};

export type StoredCheckQuery = {
  readonly node: {
    readonly __typename: 'Account';
  } | {
    readonly __typename: 'Entry';
  } | {
    readonly __typename: 'Flag';
  } | {
    readonly id: string;
    readonly kind: schema.Kind;
    readonly subject: schema.Address;
    readonly verdict: schema.Verdict;
    readonly confidence: number;
    readonly reasonCodes: ReadonlyArray<schema.Code>;
    readonly flags: ReadonlyArray<schema.Code>;
    readonly sandbox: boolean;
    readonly asOf: {
      readonly slot: schema.Slot;
      readonly time: schema.DateTime | null;
      readonly __typename: 'AsOf';
    } | null;
    readonly reasons: ReadonlyArray<{
      readonly code: schema.Code;
      readonly severity: schema.Severity;
      readonly message: string;
      readonly __typename: 'Reason';
    }>;
    readonly gaps: ReadonlyArray<{
      readonly reading: schema.Reading;
      readonly cause: schema.GapCause;
      readonly retryable: boolean;
      readonly __typename: 'Gap';
    }>;
    readonly retryAfterSeconds: number | null;
    readonly billing: {
      readonly route: schema.BillingRoute;
      readonly chargedUsdc: schema.USDC;
      readonly balanceUsdc: schema.USDC | null;
      readonly replayed: boolean;
      readonly __typename: 'Billing';
    };
    readonly __typename: 'FunderCheck';
  } | {
    readonly __typename: 'PassPeriod';
  } | {
    readonly __typename: 'PastCheck';
  } | {
    readonly __typename: 'ReasonCode';
  } | {
    readonly __typename: 'Token';
  } | {
    readonly id: string;
    readonly kind: schema.Kind;
    readonly subject: schema.Address;
    readonly verdict: schema.Verdict;
    readonly confidence: number;
    readonly reasonCodes: ReadonlyArray<schema.Code>;
    readonly flags: ReadonlyArray<schema.Code>;
    readonly sandbox: boolean;
    readonly asOf: {
      readonly slot: schema.Slot;
      readonly time: schema.DateTime | null;
      readonly __typename: 'AsOf';
    } | null;
    readonly reasons: ReadonlyArray<{
      readonly code: schema.Code;
      readonly severity: schema.Severity;
      readonly message: string;
      readonly __typename: 'Reason';
    }>;
    readonly gaps: ReadonlyArray<{
      readonly reading: schema.Reading;
      readonly cause: schema.GapCause;
      readonly retryable: boolean;
      readonly __typename: 'Gap';
    }>;
    readonly retryAfterSeconds: number | null;
    readonly billing: {
      readonly route: schema.BillingRoute;
      readonly chargedUsdc: schema.USDC;
      readonly balanceUsdc: schema.USDC | null;
      readonly replayed: boolean;
      readonly __typename: 'Billing';
    };
    readonly __typename: 'TokenCheck';
  } | {
    readonly id: string;
    readonly kind: schema.Kind;
    readonly subject: schema.Address;
    readonly verdict: schema.Verdict;
    readonly confidence: number;
    readonly reasonCodes: ReadonlyArray<schema.Code>;
    readonly flags: ReadonlyArray<schema.Code>;
    readonly sandbox: boolean;
    readonly asOf: {
      readonly slot: schema.Slot;
      readonly time: schema.DateTime | null;
      readonly __typename: 'AsOf';
    } | null;
    readonly reasons: ReadonlyArray<{
      readonly code: schema.Code;
      readonly severity: schema.Severity;
      readonly message: string;
      readonly __typename: 'Reason';
    }>;
    readonly gaps: ReadonlyArray<{
      readonly reading: schema.Reading;
      readonly cause: schema.GapCause;
      readonly retryable: boolean;
      readonly __typename: 'Gap';
    }>;
    readonly retryAfterSeconds: number | null;
    readonly billing: {
      readonly route: schema.BillingRoute;
      readonly chargedUsdc: schema.USDC;
      readonly balanceUsdc: schema.USDC | null;
      readonly replayed: boolean;
      readonly __typename: 'Billing';
    };
    readonly __typename: 'TradeCheck';
  } | {
    readonly __typename: 'Wallet';
  } | {
    readonly id: string;
    readonly kind: schema.Kind;
    readonly subject: schema.Address;
    readonly verdict: schema.Verdict;
    readonly confidence: number;
    readonly reasonCodes: ReadonlyArray<schema.Code>;
    readonly flags: ReadonlyArray<schema.Code>;
    readonly sandbox: boolean;
    readonly asOf: {
      readonly slot: schema.Slot;
      readonly time: schema.DateTime | null;
      readonly __typename: 'AsOf';
    } | null;
    readonly reasons: ReadonlyArray<{
      readonly code: schema.Code;
      readonly severity: schema.Severity;
      readonly message: string;
      readonly __typename: 'Reason';
    }>;
    readonly gaps: ReadonlyArray<{
      readonly reading: schema.Reading;
      readonly cause: schema.GapCause;
      readonly retryable: boolean;
      readonly __typename: 'Gap';
    }>;
    readonly retryAfterSeconds: number | null;
    readonly billing: {
      readonly route: schema.BillingRoute;
      readonly chargedUsdc: schema.USDC;
      readonly balanceUsdc: schema.USDC | null;
      readonly replayed: boolean;
      readonly __typename: 'Billing';
    };
    readonly __typename: 'WalletCheck';
  } | null;
};

const storedCheckText = "query StoredCheck($id: ID!) {\n  node(id: $id) {\n    ...CheckParts\n    __typename\n  }\n}\n\nfragment CheckParts on Check {\n  id\n  kind\n  subject\n  verdict\n  confidence\n  reasonCodes\n  flags\n  sandbox\n  asOf {\n    slot\n    time\n    __typename\n  }\n  reasons {\n    code\n    severity\n    message\n    __typename\n  }\n  gaps {\n    ...GapParts\n    __typename\n  }\n  retryAfterSeconds\n  billing {\n    ...BillingParts\n    __typename\n  }\n  __typename\n}\n\nfragment GapParts on Gap {\n  reading\n  cause\n  retryable\n  __typename\n}\n\nfragment BillingParts on Billing {\n  route\n  chargedUsdc\n  balanceUsdc\n  replayed\n  __typename\n}";

export const StoredCheckDocument: DocumentTree<StoredCheckQuery, StoredCheckQueryVariables> = { kind: 'Document', __meta__: { hash: '4179f68cadfce6276b79174592c18edde92b03924612a23c4b8a0283b377461d' }, toString: () => storedCheckText, definitions: [{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"StoredCheck"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}},"directives":[]}],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"CheckParts"},"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CheckParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Check"}},"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"kind"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"subject"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"verdict"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"confidence"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"reasonCodes"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"flags"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"sandbox"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"asOf"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"slot"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"time"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"reasons"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"severity"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"message"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"gaps"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"GapParts"},"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"retryAfterSeconds"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"billing"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"BillingParts"},"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"GapParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Gap"}},"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reading"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"cause"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"retryable"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"BillingParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Billing"}},"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"route"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"chargedUsdc"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"balanceUsdc"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"replayed"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}}] };

export type TokenCheckQueryVariables = {
  readonly mint: schema.Address;
};

export type TokenCheckQuery = {
  readonly tokenCheck: {
    readonly id: string;
    readonly kind: schema.Kind;
    readonly subject: schema.Address;
    readonly verdict: schema.Verdict;
    readonly confidence: number;
    readonly reasonCodes: ReadonlyArray<schema.Code>;
    readonly flags: ReadonlyArray<schema.Code>;
    readonly sandbox: boolean;
    readonly asOf: {
      readonly slot: schema.Slot;
      readonly time: schema.DateTime | null;
      readonly __typename: 'AsOf';
    } | null;
    readonly reasons: ReadonlyArray<{
      readonly code: schema.Code;
      readonly severity: schema.Severity;
      readonly message: string;
      readonly __typename: 'Reason';
    }>;
    readonly gaps: ReadonlyArray<{
      readonly reading: schema.Reading;
      readonly cause: schema.GapCause;
      readonly retryable: boolean;
      readonly __typename: 'Gap';
    }>;
    readonly retryAfterSeconds: number | null;
    readonly billing: {
      readonly route: schema.BillingRoute;
      readonly chargedUsdc: schema.USDC;
      readonly balanceUsdc: schema.USDC | null;
      readonly replayed: boolean;
      readonly __typename: 'Billing';
    };
    readonly __typename: 'TokenCheck';
    readonly tokenVerdict: schema.TokenVerdict;
    readonly metrics: {
      readonly identity: {
        readonly name: string | null;
        readonly symbol: string | null;
        readonly __typename: 'TokenIdentityMetrics';
      };
      readonly authorities: {
        readonly mintAuthority: schema.Address | null;
        readonly freezeAuthority: schema.Address | null;
        readonly permanentDelegate: schema.Address | null;
        readonly __typename: 'TokenAuthoritiesMetrics';
      };
      readonly holders: {
        readonly examinedCount: number | null;
        readonly top1Bps: number | null;
        readonly top10Bps: number | null;
        readonly gap: {
          readonly reading: schema.Reading;
          readonly cause: schema.GapCause;
          readonly retryable: boolean;
          readonly __typename: 'Gap';
        } | null;
        readonly __typename: 'TokenHoldersMetrics';
      };
      readonly liquidity: {
        readonly depthLamports: schema.Lamports | null;
        readonly depthUsd: schema.USD | null;
        readonly burnedBps: number | null;
        readonly lockedBps: number | null;
        readonly freeBps: number | null;
        readonly unlocksAt: schema.DateTime | null;
        readonly gap: {
          readonly reading: schema.Reading;
          readonly cause: schema.GapCause;
          readonly retryable: boolean;
          readonly __typename: 'Gap';
        } | null;
        readonly __typename: 'TokenLiquidityMetrics';
      };
      readonly launch: {
        readonly heldBps: number | null;
        readonly keptBps: number | null;
        readonly gap: {
          readonly reading: schema.Reading;
          readonly cause: schema.GapCause;
          readonly retryable: boolean;
          readonly __typename: 'Gap';
        } | null;
        readonly __typename: 'TokenLaunchMetrics';
      };
      readonly __typename: 'TokenMetrics';
    } | null;
  } | null;
};

const tokenCheckText = "query TokenCheck($mint: Address!) {\n  tokenCheck(mint: $mint) {\n    ...TokenParts\n    __typename\n  }\n}\n\nfragment TokenParts on TokenCheck {\n  ...CheckParts\n  tokenVerdict\n  metrics {\n    identity {\n      name\n      symbol\n      __typename\n    }\n    authorities {\n      mintAuthority\n      freezeAuthority\n      permanentDelegate\n      __typename\n    }\n    holders {\n      examinedCount\n      top1Bps\n      top10Bps\n      gap {\n        ...GapParts\n        __typename\n      }\n      __typename\n    }\n    liquidity {\n      depthLamports\n      depthUsd\n      burnedBps\n      lockedBps\n      freeBps\n      unlocksAt\n      gap {\n        ...GapParts\n        __typename\n      }\n      __typename\n    }\n    launch {\n      heldBps\n      keptBps\n      gap {\n        ...GapParts\n        __typename\n      }\n      __typename\n    }\n    __typename\n  }\n  __typename\n}\n\nfragment CheckParts on Check {\n  id\n  kind\n  subject\n  verdict\n  confidence\n  reasonCodes\n  flags\n  sandbox\n  asOf {\n    slot\n    time\n    __typename\n  }\n  reasons {\n    code\n    severity\n    message\n    __typename\n  }\n  gaps {\n    ...GapParts\n    __typename\n  }\n  retryAfterSeconds\n  billing {\n    ...BillingParts\n    __typename\n  }\n  __typename\n}\n\nfragment GapParts on Gap {\n  reading\n  cause\n  retryable\n  __typename\n}\n\nfragment BillingParts on Billing {\n  route\n  chargedUsdc\n  balanceUsdc\n  replayed\n  __typename\n}";

export const TokenCheckDocument: DocumentTree<TokenCheckQuery, TokenCheckQueryVariables> = { kind: 'Document', __meta__: { hash: '1780e738b3e6228347b80dfcbd3213bcbe5d5c492ff140b6ff32ee41fa14f8df' }, toString: () => tokenCheckText, definitions: [{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"TokenCheck"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"mint"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Address"}}},"directives":[]}],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tokenCheck"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"mint"},"value":{"kind":"Variable","name":{"kind":"Name","value":"mint"}}}],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TokenParts"},"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TokenParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TokenCheck"}},"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"CheckParts"},"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"tokenVerdict"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"metrics"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"identity"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"symbol"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"authorities"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"mintAuthority"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"freezeAuthority"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"permanentDelegate"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"holders"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"examinedCount"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"top1Bps"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"top10Bps"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"gap"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"GapParts"},"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"liquidity"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"depthLamports"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"depthUsd"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"burnedBps"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"lockedBps"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"freeBps"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"unlocksAt"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"gap"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"GapParts"},"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"launch"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"heldBps"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"keptBps"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"gap"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"GapParts"},"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CheckParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Check"}},"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"kind"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"subject"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"verdict"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"confidence"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"reasonCodes"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"flags"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"sandbox"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"asOf"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"slot"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"time"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"reasons"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"severity"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"message"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"gaps"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"GapParts"},"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"retryAfterSeconds"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"billing"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"BillingParts"},"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"GapParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Gap"}},"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reading"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"cause"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"retryable"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"BillingParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Billing"}},"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"route"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"chargedUsdc"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"balanceUsdc"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"replayed"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}}] };

export type TokenReportQueryVariables = {
  readonly mint: schema.Address;
  readonly sizeSol?: schema.SOL | null;
};

export type TokenReportQuery = {
  readonly token: {
    readonly id: string;
    readonly mint: schema.Address;
    readonly check: {
      readonly id: string;
      readonly kind: schema.Kind;
      readonly subject: schema.Address;
      readonly verdict: schema.Verdict;
      readonly confidence: number;
      readonly reasonCodes: ReadonlyArray<schema.Code>;
      readonly flags: ReadonlyArray<schema.Code>;
      readonly sandbox: boolean;
      readonly asOf: {
        readonly slot: schema.Slot;
        readonly time: schema.DateTime | null;
        readonly __typename: 'AsOf';
      } | null;
      readonly reasons: ReadonlyArray<{
        readonly code: schema.Code;
        readonly severity: schema.Severity;
        readonly message: string;
        readonly __typename: 'Reason';
      }>;
      readonly gaps: ReadonlyArray<{
        readonly reading: schema.Reading;
        readonly cause: schema.GapCause;
        readonly retryable: boolean;
        readonly __typename: 'Gap';
      }>;
      readonly retryAfterSeconds: number | null;
      readonly billing: {
        readonly route: schema.BillingRoute;
        readonly chargedUsdc: schema.USDC;
        readonly balanceUsdc: schema.USDC | null;
        readonly replayed: boolean;
        readonly __typename: 'Billing';
      };
      readonly __typename: 'TokenCheck';
      readonly tokenVerdict: schema.TokenVerdict;
      readonly metrics: {
        readonly identity: {
          readonly name: string | null;
          readonly symbol: string | null;
          readonly __typename: 'TokenIdentityMetrics';
        };
        readonly authorities: {
          readonly mintAuthority: schema.Address | null;
          readonly freezeAuthority: schema.Address | null;
          readonly permanentDelegate: schema.Address | null;
          readonly __typename: 'TokenAuthoritiesMetrics';
        };
        readonly holders: {
          readonly examinedCount: number | null;
          readonly top1Bps: number | null;
          readonly top10Bps: number | null;
          readonly gap: {
            readonly reading: schema.Reading;
            readonly cause: schema.GapCause;
            readonly retryable: boolean;
            readonly __typename: 'Gap';
          } | null;
          readonly __typename: 'TokenHoldersMetrics';
        };
        readonly liquidity: {
          readonly depthLamports: schema.Lamports | null;
          readonly depthUsd: schema.USD | null;
          readonly burnedBps: number | null;
          readonly lockedBps: number | null;
          readonly freeBps: number | null;
          readonly unlocksAt: schema.DateTime | null;
          readonly gap: {
            readonly reading: schema.Reading;
            readonly cause: schema.GapCause;
            readonly retryable: boolean;
            readonly __typename: 'Gap';
          } | null;
          readonly __typename: 'TokenLiquidityMetrics';
        };
        readonly launch: {
          readonly heldBps: number | null;
          readonly keptBps: number | null;
          readonly gap: {
            readonly reading: schema.Reading;
            readonly cause: schema.GapCause;
            readonly retryable: boolean;
            readonly __typename: 'Gap';
          } | null;
          readonly __typename: 'TokenLaunchMetrics';
        };
        readonly __typename: 'TokenMetrics';
      } | null;
    } | null;
    readonly tradeCheck: {
      readonly id: string;
      readonly kind: schema.Kind;
      readonly subject: schema.Address;
      readonly verdict: schema.Verdict;
      readonly confidence: number;
      readonly reasonCodes: ReadonlyArray<schema.Code>;
      readonly flags: ReadonlyArray<schema.Code>;
      readonly sandbox: boolean;
      readonly asOf: {
        readonly slot: schema.Slot;
        readonly time: schema.DateTime | null;
        readonly __typename: 'AsOf';
      } | null;
      readonly reasons: ReadonlyArray<{
        readonly code: schema.Code;
        readonly severity: schema.Severity;
        readonly message: string;
        readonly __typename: 'Reason';
      }>;
      readonly gaps: ReadonlyArray<{
        readonly reading: schema.Reading;
        readonly cause: schema.GapCause;
        readonly retryable: boolean;
        readonly __typename: 'Gap';
      }>;
      readonly retryAfterSeconds: number | null;
      readonly billing: {
        readonly route: schema.BillingRoute;
        readonly chargedUsdc: schema.USDC;
        readonly balanceUsdc: schema.USDC | null;
        readonly replayed: boolean;
        readonly __typename: 'Billing';
      };
      readonly __typename: 'TradeCheck';
      readonly tradeVerdict: schema.TradeVerdict;
      readonly metrics: {
        readonly sizeSol: schema.SOL;
        readonly cost: {
          readonly roundTrip: {
            readonly costLamports: schema.Lamports;
            readonly costBps: number;
            readonly lamportsBack: schema.Lamports;
            readonly __typename: 'TradeRoundTrip';
          } | null;
          readonly recommendedMaxSize: {
            readonly acceptableCost: schema.SOL | null;
            readonly elevatedCost: schema.SOL | null;
            readonly highCost: schema.SOL | null;
            readonly __typename: 'MaxSize';
          };
          readonly gap: {
            readonly reading: schema.Reading;
            readonly cause: schema.GapCause;
            readonly retryable: boolean;
            readonly __typename: 'Gap';
          } | null;
          readonly __typename: 'TradeCostMetrics';
        };
        readonly __typename: 'TradeMetrics';
      } | null;
    } | null;
    readonly __typename: 'Token';
  } | null;
};

const tokenReportText = "query TokenReport($mint: Address!, $sizeSol: SOL = \"0.5\") {\n  token(mint: $mint) {\n    id\n    mint\n    check {\n      ...TokenParts\n      __typename\n    }\n    tradeCheck(sizeSol: $sizeSol) {\n      ...TradeParts\n      __typename\n    }\n    __typename\n  }\n}\n\nfragment TokenParts on TokenCheck {\n  ...CheckParts\n  tokenVerdict\n  metrics {\n    identity {\n      name\n      symbol\n      __typename\n    }\n    authorities {\n      mintAuthority\n      freezeAuthority\n      permanentDelegate\n      __typename\n    }\n    holders {\n      examinedCount\n      top1Bps\n      top10Bps\n      gap {\n        ...GapParts\n        __typename\n      }\n      __typename\n    }\n    liquidity {\n      depthLamports\n      depthUsd\n      burnedBps\n      lockedBps\n      freeBps\n      unlocksAt\n      gap {\n        ...GapParts\n        __typename\n      }\n      __typename\n    }\n    launch {\n      heldBps\n      keptBps\n      gap {\n        ...GapParts\n        __typename\n      }\n      __typename\n    }\n    __typename\n  }\n  __typename\n}\n\nfragment CheckParts on Check {\n  id\n  kind\n  subject\n  verdict\n  confidence\n  reasonCodes\n  flags\n  sandbox\n  asOf {\n    slot\n    time\n    __typename\n  }\n  reasons {\n    code\n    severity\n    message\n    __typename\n  }\n  gaps {\n    ...GapParts\n    __typename\n  }\n  retryAfterSeconds\n  billing {\n    ...BillingParts\n    __typename\n  }\n  __typename\n}\n\nfragment GapParts on Gap {\n  reading\n  cause\n  retryable\n  __typename\n}\n\nfragment BillingParts on Billing {\n  route\n  chargedUsdc\n  balanceUsdc\n  replayed\n  __typename\n}\n\nfragment TradeParts on TradeCheck {\n  ...CheckParts\n  tradeVerdict\n  metrics {\n    sizeSol\n    cost {\n      roundTrip {\n        costLamports\n        costBps\n        lamportsBack\n        __typename\n      }\n      recommendedMaxSize {\n        acceptableCost\n        elevatedCost\n        highCost\n        __typename\n      }\n      gap {\n        ...GapParts\n        __typename\n      }\n      __typename\n    }\n    __typename\n  }\n  __typename\n}";

export const TokenReportDocument: DocumentTree<TokenReportQuery, TokenReportQueryVariables> = { kind: 'Document', __meta__: { hash: '8a90ba24ddd413b37e716f66fc0a892f98232fb70c054287a9884d04617db412' }, toString: () => tokenReportText, definitions: [{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"TokenReport"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"mint"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Address"}}},"directives":[]},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"sizeSol"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"SOL"}},"defaultValue":{"kind":"StringValue","value":"0.5","block":false},"directives":[]}],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"token"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"mint"},"value":{"kind":"Variable","name":{"kind":"Name","value":"mint"}}}],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"mint"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"check"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TokenParts"},"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"tradeCheck"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"sizeSol"},"value":{"kind":"Variable","name":{"kind":"Name","value":"sizeSol"}}}],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TradeParts"},"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TokenParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TokenCheck"}},"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"CheckParts"},"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"tokenVerdict"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"metrics"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"identity"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"symbol"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"authorities"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"mintAuthority"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"freezeAuthority"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"permanentDelegate"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"holders"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"examinedCount"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"top1Bps"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"top10Bps"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"gap"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"GapParts"},"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"liquidity"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"depthLamports"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"depthUsd"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"burnedBps"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"lockedBps"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"freeBps"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"unlocksAt"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"gap"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"GapParts"},"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"launch"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"heldBps"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"keptBps"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"gap"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"GapParts"},"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CheckParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Check"}},"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"kind"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"subject"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"verdict"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"confidence"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"reasonCodes"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"flags"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"sandbox"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"asOf"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"slot"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"time"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"reasons"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"severity"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"message"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"gaps"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"GapParts"},"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"retryAfterSeconds"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"billing"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"BillingParts"},"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"GapParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Gap"}},"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reading"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"cause"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"retryable"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"BillingParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Billing"}},"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"route"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"chargedUsdc"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"balanceUsdc"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"replayed"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TradeParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TradeCheck"}},"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"CheckParts"},"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"tradeVerdict"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"metrics"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sizeSol"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"cost"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"roundTrip"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"costLamports"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"costBps"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"lamportsBack"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"recommendedMaxSize"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"acceptableCost"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"elevatedCost"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"highCost"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"gap"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"GapParts"},"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}}] };

export type TradeCheckQueryVariables = {
  readonly mint: schema.Address;
  readonly sizeSol?: schema.SOL | null;
};

export type TradeCheckQuery = {
  readonly tradeCheck: {
    readonly id: string;
    readonly kind: schema.Kind;
    readonly subject: schema.Address;
    readonly verdict: schema.Verdict;
    readonly confidence: number;
    readonly reasonCodes: ReadonlyArray<schema.Code>;
    readonly flags: ReadonlyArray<schema.Code>;
    readonly sandbox: boolean;
    readonly asOf: {
      readonly slot: schema.Slot;
      readonly time: schema.DateTime | null;
      readonly __typename: 'AsOf';
    } | null;
    readonly reasons: ReadonlyArray<{
      readonly code: schema.Code;
      readonly severity: schema.Severity;
      readonly message: string;
      readonly __typename: 'Reason';
    }>;
    readonly gaps: ReadonlyArray<{
      readonly reading: schema.Reading;
      readonly cause: schema.GapCause;
      readonly retryable: boolean;
      readonly __typename: 'Gap';
    }>;
    readonly retryAfterSeconds: number | null;
    readonly billing: {
      readonly route: schema.BillingRoute;
      readonly chargedUsdc: schema.USDC;
      readonly balanceUsdc: schema.USDC | null;
      readonly replayed: boolean;
      readonly __typename: 'Billing';
    };
    readonly __typename: 'TradeCheck';
    readonly tradeVerdict: schema.TradeVerdict;
    readonly metrics: {
      readonly sizeSol: schema.SOL;
      readonly cost: {
        readonly roundTrip: {
          readonly costLamports: schema.Lamports;
          readonly costBps: number;
          readonly lamportsBack: schema.Lamports;
          readonly __typename: 'TradeRoundTrip';
        } | null;
        readonly recommendedMaxSize: {
          readonly acceptableCost: schema.SOL | null;
          readonly elevatedCost: schema.SOL | null;
          readonly highCost: schema.SOL | null;
          readonly __typename: 'MaxSize';
        };
        readonly gap: {
          readonly reading: schema.Reading;
          readonly cause: schema.GapCause;
          readonly retryable: boolean;
          readonly __typename: 'Gap';
        } | null;
        readonly __typename: 'TradeCostMetrics';
      };
      readonly __typename: 'TradeMetrics';
    } | null;
  } | null;
};

const tradeCheckText = "query TradeCheck($mint: Address!, $sizeSol: SOL = \"0.5\") {\n  tradeCheck(mint: $mint, sizeSol: $sizeSol) {\n    ...TradeParts\n    __typename\n  }\n}\n\nfragment TradeParts on TradeCheck {\n  ...CheckParts\n  tradeVerdict\n  metrics {\n    sizeSol\n    cost {\n      roundTrip {\n        costLamports\n        costBps\n        lamportsBack\n        __typename\n      }\n      recommendedMaxSize {\n        acceptableCost\n        elevatedCost\n        highCost\n        __typename\n      }\n      gap {\n        ...GapParts\n        __typename\n      }\n      __typename\n    }\n    __typename\n  }\n  __typename\n}\n\nfragment CheckParts on Check {\n  id\n  kind\n  subject\n  verdict\n  confidence\n  reasonCodes\n  flags\n  sandbox\n  asOf {\n    slot\n    time\n    __typename\n  }\n  reasons {\n    code\n    severity\n    message\n    __typename\n  }\n  gaps {\n    ...GapParts\n    __typename\n  }\n  retryAfterSeconds\n  billing {\n    ...BillingParts\n    __typename\n  }\n  __typename\n}\n\nfragment GapParts on Gap {\n  reading\n  cause\n  retryable\n  __typename\n}\n\nfragment BillingParts on Billing {\n  route\n  chargedUsdc\n  balanceUsdc\n  replayed\n  __typename\n}";

export const TradeCheckDocument: DocumentTree<TradeCheckQuery, TradeCheckQueryVariables> = { kind: 'Document', __meta__: { hash: 'b2d173300a7601f52e71923bcc55abce70ecffdb98542065968e790f0ef6c3a1' }, toString: () => tradeCheckText, definitions: [{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"TradeCheck"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"mint"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Address"}}},"directives":[]},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"sizeSol"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"SOL"}},"defaultValue":{"kind":"StringValue","value":"0.5","block":false},"directives":[]}],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tradeCheck"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"mint"},"value":{"kind":"Variable","name":{"kind":"Name","value":"mint"}}},{"kind":"Argument","name":{"kind":"Name","value":"sizeSol"},"value":{"kind":"Variable","name":{"kind":"Name","value":"sizeSol"}}}],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TradeParts"},"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TradeParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TradeCheck"}},"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"CheckParts"},"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"tradeVerdict"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"metrics"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sizeSol"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"cost"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"roundTrip"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"costLamports"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"costBps"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"lamportsBack"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"recommendedMaxSize"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"acceptableCost"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"elevatedCost"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"highCost"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"gap"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"GapParts"},"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CheckParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Check"}},"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"kind"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"subject"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"verdict"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"confidence"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"reasonCodes"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"flags"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"sandbox"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"asOf"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"slot"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"time"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"reasons"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"severity"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"message"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"gaps"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"GapParts"},"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"retryAfterSeconds"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"billing"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"BillingParts"},"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"GapParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Gap"}},"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reading"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"cause"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"retryable"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"BillingParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Billing"}},"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"route"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"chargedUsdc"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"balanceUsdc"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"replayed"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}}] };

export type WalletCheckQueryVariables = {
  readonly address: schema.Address;
};

export type WalletCheckQuery = {
  readonly walletCheck: {
    readonly id: string;
    readonly kind: schema.Kind;
    readonly subject: schema.Address;
    readonly verdict: schema.Verdict;
    readonly confidence: number;
    readonly reasonCodes: ReadonlyArray<schema.Code>;
    readonly flags: ReadonlyArray<schema.Code>;
    readonly sandbox: boolean;
    readonly asOf: {
      readonly slot: schema.Slot;
      readonly time: schema.DateTime | null;
      readonly __typename: 'AsOf';
    } | null;
    readonly reasons: ReadonlyArray<{
      readonly code: schema.Code;
      readonly severity: schema.Severity;
      readonly message: string;
      readonly __typename: 'Reason';
    }>;
    readonly gaps: ReadonlyArray<{
      readonly reading: schema.Reading;
      readonly cause: schema.GapCause;
      readonly retryable: boolean;
      readonly __typename: 'Gap';
    }>;
    readonly retryAfterSeconds: number | null;
    readonly billing: {
      readonly route: schema.BillingRoute;
      readonly chargedUsdc: schema.USDC;
      readonly balanceUsdc: schema.USDC | null;
      readonly replayed: boolean;
      readonly __typename: 'Billing';
    };
    readonly __typename: 'WalletCheck';
    readonly walletVerdict: schema.WalletVerdict;
    readonly metrics: {
      readonly window: {
        readonly judged: {
          readonly startsAt: schema.DateTime;
          readonly endsAt: schema.DateTime;
          readonly dayCount: number;
          readonly __typename: 'WalletWindowSpan';
        } | null;
        readonly gap: {
          readonly reading: schema.Reading;
          readonly cause: schema.GapCause;
          readonly retryable: boolean;
          readonly __typename: 'Gap';
        } | null;
        readonly __typename: 'WalletWindowMetrics';
      };
      readonly results: {
        readonly sample: {
          readonly tradeCount: number;
          readonly activeDayCount: number;
          readonly mintCount: number;
          readonly costLamports: schema.Lamports;
          readonly __typename: 'WalletSample';
        } | null;
        readonly profit: {
          readonly realizedPnlLamports: schema.SignedLamports;
          readonly pessimisticPnlLamports: schema.SignedLamports;
          readonly roiBps: number | null;
          readonly __typename: 'WalletProfit';
        } | null;
        readonly wins: {
          readonly count: number;
          readonly rateBps: number | null;
          readonly __typename: 'WalletWins';
        } | null;
        readonly gap: {
          readonly reading: schema.Reading;
          readonly cause: schema.GapCause;
          readonly retryable: boolean;
          readonly __typename: 'Gap';
        } | null;
        readonly __typename: 'WalletResultsMetrics';
      };
      readonly __typename: 'WalletMetrics';
    } | null;
  } | null;
};

const walletCheckText = "query WalletCheck($address: Address!) {\n  walletCheck(address: $address) {\n    ...WalletParts\n    __typename\n  }\n}\n\nfragment WalletParts on WalletCheck {\n  ...CheckParts\n  walletVerdict\n  metrics {\n    window {\n      judged {\n        startsAt\n        endsAt\n        dayCount\n        __typename\n      }\n      gap {\n        ...GapParts\n        __typename\n      }\n      __typename\n    }\n    results {\n      sample {\n        tradeCount\n        activeDayCount\n        mintCount\n        costLamports\n        __typename\n      }\n      profit {\n        realizedPnlLamports\n        pessimisticPnlLamports\n        roiBps\n        __typename\n      }\n      wins {\n        count\n        rateBps\n        __typename\n      }\n      gap {\n        ...GapParts\n        __typename\n      }\n      __typename\n    }\n    __typename\n  }\n  __typename\n}\n\nfragment CheckParts on Check {\n  id\n  kind\n  subject\n  verdict\n  confidence\n  reasonCodes\n  flags\n  sandbox\n  asOf {\n    slot\n    time\n    __typename\n  }\n  reasons {\n    code\n    severity\n    message\n    __typename\n  }\n  gaps {\n    ...GapParts\n    __typename\n  }\n  retryAfterSeconds\n  billing {\n    ...BillingParts\n    __typename\n  }\n  __typename\n}\n\nfragment GapParts on Gap {\n  reading\n  cause\n  retryable\n  __typename\n}\n\nfragment BillingParts on Billing {\n  route\n  chargedUsdc\n  balanceUsdc\n  replayed\n  __typename\n}";

export const WalletCheckDocument: DocumentTree<WalletCheckQuery, WalletCheckQueryVariables> = { kind: 'Document', __meta__: { hash: '0ec5d6426bac888eac2dfc19df44dde698902581f22a45bb2606f4799c7e9e82' }, toString: () => walletCheckText, definitions: [{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"WalletCheck"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"address"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Address"}}},"directives":[]}],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"walletCheck"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"address"},"value":{"kind":"Variable","name":{"kind":"Name","value":"address"}}}],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"WalletParts"},"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WalletParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"WalletCheck"}},"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"CheckParts"},"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"walletVerdict"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"metrics"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"window"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"judged"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"startsAt"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"endsAt"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"dayCount"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"gap"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"GapParts"},"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"results"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sample"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tradeCount"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"activeDayCount"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"mintCount"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"costLamports"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"profit"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"realizedPnlLamports"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"pessimisticPnlLamports"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"roiBps"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"wins"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"count"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"rateBps"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"gap"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"GapParts"},"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CheckParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Check"}},"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"kind"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"subject"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"verdict"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"confidence"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"reasonCodes"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"flags"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"sandbox"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"asOf"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"slot"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"time"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"reasons"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"severity"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"message"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"gaps"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"GapParts"},"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"retryAfterSeconds"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"billing"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"BillingParts"},"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"GapParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Gap"}},"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reading"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"cause"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"retryable"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"BillingParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Billing"}},"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"route"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"chargedUsdc"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"balanceUsdc"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"replayed"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}}] };

export type WalletReportQueryVariables = {
  readonly address: schema.Address;
};

export type WalletReportQuery = {
  readonly wallet: {
    readonly id: string;
    readonly address: schema.Address;
    readonly check: {
      readonly id: string;
      readonly kind: schema.Kind;
      readonly subject: schema.Address;
      readonly verdict: schema.Verdict;
      readonly confidence: number;
      readonly reasonCodes: ReadonlyArray<schema.Code>;
      readonly flags: ReadonlyArray<schema.Code>;
      readonly sandbox: boolean;
      readonly asOf: {
        readonly slot: schema.Slot;
        readonly time: schema.DateTime | null;
        readonly __typename: 'AsOf';
      } | null;
      readonly reasons: ReadonlyArray<{
        readonly code: schema.Code;
        readonly severity: schema.Severity;
        readonly message: string;
        readonly __typename: 'Reason';
      }>;
      readonly gaps: ReadonlyArray<{
        readonly reading: schema.Reading;
        readonly cause: schema.GapCause;
        readonly retryable: boolean;
        readonly __typename: 'Gap';
      }>;
      readonly retryAfterSeconds: number | null;
      readonly billing: {
        readonly route: schema.BillingRoute;
        readonly chargedUsdc: schema.USDC;
        readonly balanceUsdc: schema.USDC | null;
        readonly replayed: boolean;
        readonly __typename: 'Billing';
      };
      readonly __typename: 'WalletCheck';
      readonly walletVerdict: schema.WalletVerdict;
      readonly metrics: {
        readonly window: {
          readonly judged: {
            readonly startsAt: schema.DateTime;
            readonly endsAt: schema.DateTime;
            readonly dayCount: number;
            readonly __typename: 'WalletWindowSpan';
          } | null;
          readonly gap: {
            readonly reading: schema.Reading;
            readonly cause: schema.GapCause;
            readonly retryable: boolean;
            readonly __typename: 'Gap';
          } | null;
          readonly __typename: 'WalletWindowMetrics';
        };
        readonly results: {
          readonly sample: {
            readonly tradeCount: number;
            readonly activeDayCount: number;
            readonly mintCount: number;
            readonly costLamports: schema.Lamports;
            readonly __typename: 'WalletSample';
          } | null;
          readonly profit: {
            readonly realizedPnlLamports: schema.SignedLamports;
            readonly pessimisticPnlLamports: schema.SignedLamports;
            readonly roiBps: number | null;
            readonly __typename: 'WalletProfit';
          } | null;
          readonly wins: {
            readonly count: number;
            readonly rateBps: number | null;
            readonly __typename: 'WalletWins';
          } | null;
          readonly gap: {
            readonly reading: schema.Reading;
            readonly cause: schema.GapCause;
            readonly retryable: boolean;
            readonly __typename: 'Gap';
          } | null;
          readonly __typename: 'WalletResultsMetrics';
        };
        readonly __typename: 'WalletMetrics';
      } | null;
    } | null;
    readonly funderCheck: {
      readonly id: string;
      readonly kind: schema.Kind;
      readonly subject: schema.Address;
      readonly verdict: schema.Verdict;
      readonly confidence: number;
      readonly reasonCodes: ReadonlyArray<schema.Code>;
      readonly flags: ReadonlyArray<schema.Code>;
      readonly sandbox: boolean;
      readonly asOf: {
        readonly slot: schema.Slot;
        readonly time: schema.DateTime | null;
        readonly __typename: 'AsOf';
      } | null;
      readonly reasons: ReadonlyArray<{
        readonly code: schema.Code;
        readonly severity: schema.Severity;
        readonly message: string;
        readonly __typename: 'Reason';
      }>;
      readonly gaps: ReadonlyArray<{
        readonly reading: schema.Reading;
        readonly cause: schema.GapCause;
        readonly retryable: boolean;
        readonly __typename: 'Gap';
      }>;
      readonly retryAfterSeconds: number | null;
      readonly billing: {
        readonly route: schema.BillingRoute;
        readonly chargedUsdc: schema.USDC;
        readonly balanceUsdc: schema.USDC | null;
        readonly replayed: boolean;
        readonly __typename: 'Billing';
      };
      readonly __typename: 'FunderCheck';
      readonly funderVerdict: schema.FunderVerdict;
      readonly metrics: {
        readonly source: {
          readonly address: schema.Address | null;
          readonly label: {
            readonly name: string;
            readonly category: schema.LabelCategory;
            readonly __typename: 'Label';
          } | null;
          readonly transaction: schema.TransactionSignature | null;
          readonly executedAt: schema.DateTime | null;
          readonly __typename: 'FunderSourceMetrics';
        };
        readonly trail: {
          readonly hops: ReadonlyArray<{
            readonly source: schema.Address;
            readonly lamports: schema.Lamports;
            readonly transaction: schema.TransactionSignature | null;
            readonly __typename: 'FundingHop';
          }>;
          readonly __typename: 'FunderTrailMetrics';
        };
        readonly __typename: 'FunderMetrics';
      } | null;
    } | null;
    readonly __typename: 'Wallet';
  } | null;
};

const walletReportText = "query WalletReport($address: Address!) {\n  wallet(address: $address) {\n    id\n    address\n    check {\n      ...WalletParts\n      __typename\n    }\n    funderCheck {\n      ...FunderParts\n      __typename\n    }\n    __typename\n  }\n}\n\nfragment WalletParts on WalletCheck {\n  ...CheckParts\n  walletVerdict\n  metrics {\n    window {\n      judged {\n        startsAt\n        endsAt\n        dayCount\n        __typename\n      }\n      gap {\n        ...GapParts\n        __typename\n      }\n      __typename\n    }\n    results {\n      sample {\n        tradeCount\n        activeDayCount\n        mintCount\n        costLamports\n        __typename\n      }\n      profit {\n        realizedPnlLamports\n        pessimisticPnlLamports\n        roiBps\n        __typename\n      }\n      wins {\n        count\n        rateBps\n        __typename\n      }\n      gap {\n        ...GapParts\n        __typename\n      }\n      __typename\n    }\n    __typename\n  }\n  __typename\n}\n\nfragment CheckParts on Check {\n  id\n  kind\n  subject\n  verdict\n  confidence\n  reasonCodes\n  flags\n  sandbox\n  asOf {\n    slot\n    time\n    __typename\n  }\n  reasons {\n    code\n    severity\n    message\n    __typename\n  }\n  gaps {\n    ...GapParts\n    __typename\n  }\n  retryAfterSeconds\n  billing {\n    ...BillingParts\n    __typename\n  }\n  __typename\n}\n\nfragment GapParts on Gap {\n  reading\n  cause\n  retryable\n  __typename\n}\n\nfragment BillingParts on Billing {\n  route\n  chargedUsdc\n  balanceUsdc\n  replayed\n  __typename\n}\n\nfragment FunderParts on FunderCheck {\n  ...CheckParts\n  funderVerdict\n  metrics {\n    source {\n      address\n      label {\n        name\n        category\n        __typename\n      }\n      transaction\n      executedAt\n      __typename\n    }\n    trail {\n      hops {\n        source\n        lamports\n        transaction\n        __typename\n      }\n      __typename\n    }\n    __typename\n  }\n  __typename\n}";

export const WalletReportDocument: DocumentTree<WalletReportQuery, WalletReportQueryVariables> = { kind: 'Document', __meta__: { hash: 'cbc92fcceb5fb99f4c4119501406dce70f2944ca2e460bdf4656dd9178bad5e6' }, toString: () => walletReportText, definitions: [{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"WalletReport"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"address"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Address"}}},"directives":[]}],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"wallet"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"address"},"value":{"kind":"Variable","name":{"kind":"Name","value":"address"}}}],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"address"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"check"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"WalletParts"},"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"funderCheck"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"FunderParts"},"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WalletParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"WalletCheck"}},"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"CheckParts"},"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"walletVerdict"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"metrics"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"window"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"judged"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"startsAt"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"endsAt"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"dayCount"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"gap"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"GapParts"},"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"results"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sample"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tradeCount"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"activeDayCount"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"mintCount"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"costLamports"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"profit"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"realizedPnlLamports"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"pessimisticPnlLamports"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"roiBps"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"wins"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"count"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"rateBps"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"gap"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"GapParts"},"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CheckParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Check"}},"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"kind"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"subject"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"verdict"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"confidence"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"reasonCodes"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"flags"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"sandbox"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"asOf"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"slot"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"time"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"reasons"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"severity"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"message"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"gaps"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"GapParts"},"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"retryAfterSeconds"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"billing"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"BillingParts"},"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"GapParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Gap"}},"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reading"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"cause"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"retryable"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"BillingParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Billing"}},"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"route"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"chargedUsdc"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"balanceUsdc"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"replayed"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"FunderParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"FunderCheck"}},"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"CheckParts"},"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"funderVerdict"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"metrics"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"source"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"address"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"label"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"category"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"transaction"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"executedAt"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"trail"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hops"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"source"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"lamports"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"transaction"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}}] };

/** Every document that the service knows by its hash from its start. */
export const documents: readonly PersistedDocument[] = [
  { id: 'ccc67bf284098d22449a580eddc45a777205abcf5c5fb5ac1e9fb56de7cd8a44', name: 'Account', type: 'query', body: accountText },
  { id: '0193062da443c14e6b6f7bc023a4b0ee6a51972fd4aae8f2ed3c3619b6a32ccb', name: 'CheckProgress', type: 'subscription', body: checkProgressText },
  { id: '46363ab60b77ca4a57d3cacd483a73f42c91e7b341ca9add06e4407e270c2959', name: 'Checks', type: 'query', body: checksText },
  { id: '48bf364dc6cced5a4c9eb92a4b12fbc4489951ff02849a704dfa6f94af1e1b21', name: 'Entries', type: 'query', body: entriesText },
  { id: 'e7973698fb07e3e8f00e1502f7d308a7f2f01c8155aa9098c40499072dea5628', name: 'FunderCheck', type: 'query', body: funderCheckText },
  { id: 'c3abfcac8447485ca4371a47b8d0851977ac5e73e97ba593b1107930c853d91b', name: 'PastChecks', type: 'query', body: pastChecksText },
  { id: '1dc2dabb9796eb729d0eae5721d758e06f48f39e75ed3bb8cab2a5f9ef13ea93', name: 'Prices', type: 'query', body: pricesText },
  { id: '00a480d141b138fb396139c1badaae2d5ddc18959d9d2d154d5f1e7f54338399', name: 'ReasonCodes', type: 'query', body: reasonCodesText },
  { id: '4179f68cadfce6276b79174592c18edde92b03924612a23c4b8a0283b377461d', name: 'StoredCheck', type: 'query', body: storedCheckText },
  { id: '1780e738b3e6228347b80dfcbd3213bcbe5d5c492ff140b6ff32ee41fa14f8df', name: 'TokenCheck', type: 'query', body: tokenCheckText },
  { id: '8a90ba24ddd413b37e716f66fc0a892f98232fb70c054287a9884d04617db412', name: 'TokenReport', type: 'query', body: tokenReportText },
  { id: 'b2d173300a7601f52e71923bcc55abce70ecffdb98542065968e790f0ef6c3a1', name: 'TradeCheck', type: 'query', body: tradeCheckText },
  { id: '0ec5d6426bac888eac2dfc19df44dde698902581f22a45bb2606f4799c7e9e82', name: 'WalletCheck', type: 'query', body: walletCheckText },
  { id: 'cbc92fcceb5fb99f4c4119501406dce70f2944ca2e460bdf4656dd9178bad5e6', name: 'WalletReport', type: 'query', body: walletReportText },
];
