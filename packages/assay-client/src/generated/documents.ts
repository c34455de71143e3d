// Made from the published documents by `npm run client:types`. Do not edit.

import type { DocumentTree, PersistedDocument } from '../document.ts';
import type * as schema from './graphql.ts';

export type AccountQueryVariables = Readonly<Record<string, never>>;

export type AccountQuery = {
  readonly account: {
    readonly balanceUsdc: schema.Usdc;
    readonly balanceAtomic: schema.TokenAmount;
    readonly passes: ReadonlyArray<{
      readonly tier: schema.PassTier;
      readonly state: schema.PassState;
      readonly startsAt: schema.DateTime;
      readonly expiresAt: schema.DateTime;
      readonly fairUseLeft: number;
      readonly __typename: 'PassPeriod';
    }>;
    readonly __typename: 'Account';
  } | null;
};

const accountText = "query Account {\n  account {\n    balanceUsdc\n    balanceAtomic\n    passes {\n      tier\n      state\n      startsAt\n      expiresAt\n      fairUseLeft\n      __typename\n    }\n    __typename\n  }\n}";

export const AccountDocument: DocumentTree<AccountQuery, AccountQueryVariables> = { kind: 'Document', __meta__: { hash: 'cec703060ad7f3fbc1ea2cbe92db1d0be2d1b1447469840d7de6a709d51608ee' }, toString: () => accountText, definitions: [{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Account"},"variableDefinitions":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"account"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"balanceUsdc"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"balanceAtomic"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"passes"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tier"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"state"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"startsAt"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"fairUseLeft"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}}]}}] };

export type CheckProgressSubscriptionVariables = {
  readonly requests: ReadonlyArray<schema.CheckRequest>;
};

export type CheckProgressSubscription = {
  readonly checks: {
    readonly indexes: ReadonlyArray<number>;
    readonly done: number;
    readonly total: number;
    readonly result: {
      readonly kind: schema.Kind;
      readonly subjectText: string;
      readonly code: string;
      readonly message: string;
      readonly retryable: boolean;
      readonly retryAfterSeconds: number | null;
      readonly __typename: 'CheckFault';
    } | {
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
        readonly reading: string;
        readonly cause: schema.GapCause;
        readonly __typename: 'Gap';
      }>;
      readonly retryAfterSeconds: number | null;
      readonly billing: {
        readonly route: schema.BillingRoute;
        readonly chargedUsdc: schema.Usdc;
        readonly balanceUsdc: schema.Usdc | null;
        readonly replayed: boolean;
        readonly __typename: 'Billing';
      };
      readonly __typename: 'FunderCheck';
    } | {
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
        readonly reading: string;
        readonly cause: schema.GapCause;
        readonly __typename: 'Gap';
      }>;
      readonly retryAfterSeconds: number | null;
      readonly billing: {
        readonly route: schema.BillingRoute;
        readonly chargedUsdc: schema.Usdc;
        readonly balanceUsdc: schema.Usdc | null;
        readonly replayed: boolean;
        readonly __typename: 'Billing';
      };
      readonly __typename: 'TokenCheck';
    } | {
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
        readonly reading: string;
        readonly cause: schema.GapCause;
        readonly __typename: 'Gap';
      }>;
      readonly retryAfterSeconds: number | null;
      readonly billing: {
        readonly route: schema.BillingRoute;
        readonly chargedUsdc: schema.Usdc;
        readonly balanceUsdc: schema.Usdc | null;
        readonly replayed: boolean;
        readonly __typename: 'Billing';
      };
      readonly __typename: 'TradeCheck';
    } | {
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
        readonly reading: string;
        readonly cause: schema.GapCause;
        readonly __typename: 'Gap';
      }>;
      readonly retryAfterSeconds: number | null;
      readonly billing: {
        readonly route: schema.BillingRoute;
        readonly chargedUsdc: schema.Usdc;
        readonly balanceUsdc: schema.Usdc | null;
        readonly replayed: boolean;
        readonly __typename: 'Billing';
      };
      readonly __typename: 'WalletCheck';
    };
    readonly __typename: 'CheckProgress';
  };
};

const checkProgressText = "subscription CheckProgress($requests: [CheckRequest!]!) {\n  checks(requests: $requests) {\n    indexes\n    done\n    total\n    result {\n      ...CheckParts\n      ...FaultParts\n      __typename\n    }\n    __typename\n  }\n}\n\nfragment CheckParts on Check {\n  kind\n  subject\n  verdict\n  confidence\n  reasonCodes\n  flags\n  sandbox\n  asOf {\n    slot\n    time\n    __typename\n  }\n  reasons {\n    code\n    severity\n    message\n    __typename\n  }\n  gaps {\n    reading\n    cause\n    __typename\n  }\n  retryAfterSeconds\n  billing {\n    ...BillingParts\n    __typename\n  }\n  __typename\n}\n\nfragment BillingParts on Billing {\n  route\n  chargedUsdc\n  balanceUsdc\n  replayed\n  __typename\n}\n\nfragment FaultParts on CheckFault {\n  kind\n  subjectText\n  code\n  message\n  retryable\n  retryAfterSeconds\n  __typename\n}";

export const CheckProgressDocument: DocumentTree<CheckProgressSubscription, CheckProgressSubscriptionVariables> = { kind: 'Document', __meta__: { hash: '538cb329303a273f3818fe8a406d124d80db84c37502b5a8e483bf22d0d5b94f' }, toString: () => checkProgressText, definitions: [{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"CheckProgress"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"requests"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CheckRequest"}}}}},"directives":[]}],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"checks"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"requests"},"value":{"kind":"Variable","name":{"kind":"Name","value":"requests"}}}],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"indexes"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"done"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"total"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"result"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"CheckParts"},"directives":[]},{"kind":"FragmentSpread","name":{"kind":"Name","value":"FaultParts"},"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CheckParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Check"}},"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"subject"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"verdict"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"confidence"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"reasonCodes"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"flags"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"sandbox"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"asOf"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"slot"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"time"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"reasons"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"severity"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"message"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"gaps"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reading"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"cause"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"retryAfterSeconds"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"billing"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"BillingParts"},"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"BillingParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Billing"}},"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"route"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"chargedUsdc"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"balanceUsdc"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"replayed"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"FaultParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CheckFault"}},"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"subjectText"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"code"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"message"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"retryable"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"retryAfterSeconds"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}}] };

export type ChecksQueryVariables = {
  readonly requests: ReadonlyArray<schema.CheckRequest>;
};

export type ChecksQuery = {
  readonly checks: ReadonlyArray<{
    readonly kind: schema.Kind;
    readonly subjectText: string;
    readonly code: string;
    readonly message: string;
    readonly retryable: boolean;
    readonly retryAfterSeconds: number | null;
    readonly __typename: 'CheckFault';
  } | {
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
      readonly reading: string;
      readonly cause: schema.GapCause;
      readonly __typename: 'Gap';
    }>;
    readonly retryAfterSeconds: number | null;
    readonly billing: {
      readonly route: schema.BillingRoute;
      readonly chargedUsdc: schema.Usdc;
      readonly balanceUsdc: schema.Usdc | null;
      readonly replayed: boolean;
      readonly __typename: 'Billing';
    };
    readonly __typename: 'FunderCheck';
  } | {
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
      readonly reading: string;
      readonly cause: schema.GapCause;
      readonly __typename: 'Gap';
    }>;
    readonly retryAfterSeconds: number | null;
    readonly billing: {
      readonly route: schema.BillingRoute;
      readonly chargedUsdc: schema.Usdc;
      readonly balanceUsdc: schema.Usdc | null;
      readonly replayed: boolean;
      readonly __typename: 'Billing';
    };
    readonly __typename: 'TokenCheck';
  } | {
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
      readonly reading: string;
      readonly cause: schema.GapCause;
      readonly __typename: 'Gap';
    }>;
    readonly retryAfterSeconds: number | null;
    readonly billing: {
      readonly route: schema.BillingRoute;
      readonly chargedUsdc: schema.Usdc;
      readonly balanceUsdc: schema.Usdc | null;
      readonly replayed: boolean;
      readonly __typename: 'Billing';
    };
    readonly __typename: 'TradeCheck';
  } | {
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
      readonly reading: string;
      readonly cause: schema.GapCause;
      readonly __typename: 'Gap';
    }>;
    readonly retryAfterSeconds: number | null;
    readonly billing: {
      readonly route: schema.BillingRoute;
      readonly chargedUsdc: schema.Usdc;
      readonly balanceUsdc: schema.Usdc | null;
      readonly replayed: boolean;
      readonly __typename: 'Billing';
    };
    readonly __typename: 'WalletCheck';
  }>;
};

const checksText = "query Checks($requests: [CheckRequest!]!) {\n  checks(requests: $requests) {\n    ...CheckParts\n    ...FaultParts\n    __typename\n  }\n}\n\nfragment CheckParts on Check {\n  kind\n  subject\n  verdict\n  confidence\n  reasonCodes\n  flags\n  sandbox\n  asOf {\n    slot\n    time\n    __typename\n  }\n  reasons {\n    code\n    severity\n    message\n    __typename\n  }\n  gaps {\n    reading\n    cause\n    __typename\n  }\n  retryAfterSeconds\n  billing {\n    ...BillingParts\n    __typename\n  }\n  __typename\n}\n\nfragment BillingParts on Billing {\n  route\n  chargedUsdc\n  balanceUsdc\n  replayed\n  __typename\n}\n\nfragment FaultParts on CheckFault {\n  kind\n  subjectText\n  code\n  message\n  retryable\n  retryAfterSeconds\n  __typename\n}";

export const ChecksDocument: DocumentTree<ChecksQuery, ChecksQueryVariables> = { kind: 'Document', __meta__: { hash: '03366ce14cb8997a30a5a994a80e1e2248947b4b3936e0e429ec3c952aedf282' }, toString: () => checksText, definitions: [{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Checks"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"requests"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CheckRequest"}}}}},"directives":[]}],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"checks"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"requests"},"value":{"kind":"Variable","name":{"kind":"Name","value":"requests"}}}],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"CheckParts"},"directives":[]},{"kind":"FragmentSpread","name":{"kind":"Name","value":"FaultParts"},"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CheckParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Check"}},"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"subject"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"verdict"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"confidence"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"reasonCodes"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"flags"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"sandbox"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"asOf"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"slot"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"time"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"reasons"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"severity"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"message"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"gaps"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reading"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"cause"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"retryAfterSeconds"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"billing"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"BillingParts"},"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"BillingParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Billing"}},"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"route"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"chargedUsdc"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"balanceUsdc"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"replayed"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"FaultParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CheckFault"}},"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"subjectText"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"code"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"message"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"retryable"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"retryAfterSeconds"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}}] };

export type EntriesQueryVariables = {
  readonly first?: number | null;
  readonly after?: string | null;
  readonly kinds?: ReadonlyArray<schema.EntryKind> | null;
};

export type EntriesQuery = {
  readonly account: {
    readonly entries: {
      readonly edges: ReadonlyArray<{
        readonly cursor: string;
        readonly node: {
          readonly kind: schema.EntryKind;
          readonly amountUsdc: schema.Usdc;
          readonly at: schema.DateTime;
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
    };
    readonly __typename: 'Account';
  } | null;
};

const entriesText = "query Entries($first: Int = 20, $after: String, $kinds: [EntryKind!]) {\n  account {\n    entries(first: $first, after: $after, kinds: $kinds) {\n      edges {\n        cursor\n        node {\n          kind\n          amountUsdc\n          at\n          ref\n          __typename\n        }\n        __typename\n      }\n      pageInfo {\n        ...PageParts\n        __typename\n      }\n      __typename\n    }\n    __typename\n  }\n}\n\nfragment PageParts on PageInfo {\n  hasNextPage\n  hasPreviousPage\n  startCursor\n  endCursor\n  __typename\n}";

export const EntriesDocument: DocumentTree<EntriesQuery, EntriesQueryVariables> = { kind: 'Document', __meta__: { hash: '76e7370c5c9f3ca071d59f5a421897958561eee8530ea2d9ce9efd05c25c3d67' }, toString: () => entriesText, definitions: [{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Entries"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}},"defaultValue":{"kind":"IntValue","value":"20"},"directives":[]},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}},"directives":[]},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"kinds"}},"type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"EntryKind"}}}},"directives":[]}],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"account"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"entries"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"kinds"},"value":{"kind":"Variable","name":{"kind":"Name","value":"kinds"}}}],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"node"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"amountUsdc"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"at"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"ref"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PageParts"},"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PageParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PageInfo"}},"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"hasPreviousPage"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"startCursor"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"endCursor"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}}] };

export type FunderCheckQueryVariables = {
  readonly address: schema.Address;
};

export type FunderCheckQuery = {
  readonly funderCheck: {
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
      readonly reading: string;
      readonly cause: schema.GapCause;
      readonly __typename: 'Gap';
    }>;
    readonly retryAfterSeconds: number | null;
    readonly billing: {
      readonly route: schema.BillingRoute;
      readonly chargedUsdc: schema.Usdc;
      readonly balanceUsdc: schema.Usdc | null;
      readonly replayed: boolean;
      readonly __typename: 'Billing';
    };
    readonly __typename: 'FunderCheck';
    readonly funderVerdict: schema.FunderVerdict;
  } | null;
};

const funderCheckText = "query FunderCheck($address: Address!) {\n  funderCheck(address: $address) {\n    ...CheckParts\n    funderVerdict\n    __typename\n  }\n}\n\nfragment CheckParts on Check {\n  kind\n  subject\n  verdict\n  confidence\n  reasonCodes\n  flags\n  sandbox\n  asOf {\n    slot\n    time\n    __typename\n  }\n  reasons {\n    code\n    severity\n    message\n    __typename\n  }\n  gaps {\n    reading\n    cause\n    __typename\n  }\n  retryAfterSeconds\n  billing {\n    ...BillingParts\n    __typename\n  }\n  __typename\n}\n\nfragment BillingParts on Billing {\n  route\n  chargedUsdc\n  balanceUsdc\n  replayed\n  __typename\n}";

export const FunderCheckDocument: DocumentTree<FunderCheckQuery, FunderCheckQueryVariables> = { kind: 'Document', __meta__: { hash: 'd2c6ed3938a12cfb35b748eee0900858bde217b23cf0a5e4dbdc173cde978a5b' }, toString: () => funderCheckText, definitions: [{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"FunderCheck"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"address"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Address"}}},"directives":[]}],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"funderCheck"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"address"},"value":{"kind":"Variable","name":{"kind":"Name","value":"address"}}}],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"CheckParts"},"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"funderVerdict"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CheckParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Check"}},"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"subject"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"verdict"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"confidence"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"reasonCodes"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"flags"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"sandbox"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"asOf"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"slot"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"time"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"reasons"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"severity"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"message"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"gaps"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reading"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"cause"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"retryAfterSeconds"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"billing"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"BillingParts"},"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"BillingParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Billing"}},"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"route"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"chargedUsdc"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"balanceUsdc"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"replayed"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}}] };

export type PastChecksQueryVariables = {
  readonly first?: number | null;
  readonly after?: string | null;
  readonly kinds?: ReadonlyArray<schema.Kind> | null;
  readonly subject?: schema.Address | null;
};

export type PastChecksQuery = {
  readonly account: {
    readonly checks: {
      readonly edges: ReadonlyArray<{
        readonly cursor: string;
        readonly node: {
          readonly kind: schema.Kind;
          readonly subject: schema.Address;
          readonly verdict: schema.Verdict;
          readonly at: schema.DateTime;
          readonly priceUsdc: schema.Usdc;
          readonly route: schema.BillingRoute;
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
    };
    readonly __typename: 'Account';
  } | null;
};

const pastChecksText = "query PastChecks($first: Int = 20, $after: String, $kinds: [Kind!], $subject: Address) {\n  account {\n    checks(first: $first, after: $after, kinds: $kinds, subject: $subject) {\n      edges {\n        cursor\n        node {\n          kind\n          subject\n          verdict\n          at\n          priceUsdc\n          route\n          __typename\n        }\n        __typename\n      }\n      pageInfo {\n        ...PageParts\n        __typename\n      }\n      __typename\n    }\n    __typename\n  }\n}\n\nfragment PageParts on PageInfo {\n  hasNextPage\n  hasPreviousPage\n  startCursor\n  endCursor\n  __typename\n}";

export const PastChecksDocument: DocumentTree<PastChecksQuery, PastChecksQueryVariables> = { kind: 'Document', __meta__: { hash: 'a20346ab0378357ebddd975a77ad5f7d3a0f6179691b7e058428ac4780d6d7ea' }, toString: () => pastChecksText, definitions: [{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"PastChecks"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}},"defaultValue":{"kind":"IntValue","value":"20"},"directives":[]},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}},"directives":[]},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"kinds"}},"type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Kind"}}}},"directives":[]},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"subject"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Address"}},"directives":[]}],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"account"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"checks"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"kinds"},"value":{"kind":"Variable","name":{"kind":"Name","value":"kinds"}}},{"kind":"Argument","name":{"kind":"Name","value":"subject"},"value":{"kind":"Variable","name":{"kind":"Name","value":"subject"}}}],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"node"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"subject"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"verdict"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"at"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"priceUsdc"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"route"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PageParts"},"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PageParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PageInfo"}},"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"hasPreviousPage"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"startCursor"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"endCursor"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}}] };

export type PricesQueryVariables = Readonly<Record<string, never>>;

export type PricesQuery = {
  readonly prices: ReadonlyArray<{
    readonly kind: schema.Kind;
    readonly priceUsdc: schema.Usdc;
    readonly __typename: 'Price';
  }>;
  readonly passes: ReadonlyArray<{
    readonly tier: schema.PassTier;
    readonly priceUsdc: schema.Usdc;
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
    readonly code: schema.Code;
    readonly kind: schema.Kind;
    readonly severity: schema.Severity;
    readonly meaning: string;
    readonly action: string;
    readonly __typename: 'ReasonCode';
  }>;
};

const reasonCodesText = "query ReasonCodes($kind: Kind) {\n  reasonCodes(kind: $kind) {\n    code\n    kind\n    severity\n    meaning\n    action\n    __typename\n  }\n}";

export const ReasonCodesDocument: DocumentTree<ReasonCodesQuery, ReasonCodesQueryVariables> = { kind: 'Document', __meta__: { hash: 'fb54b782541bc247eeef8ab77534cd25d8e8de7d0516573e5268768aa325e90b' }, toString: () => reasonCodesText, definitions: [{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ReasonCodes"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"kind"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Kind"}},"directives":[]}],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reasonCodes"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"kind"},"value":{"kind":"Variable","name":{"kind":"Name","value":"kind"}}}],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"kind"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"severity"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"meaning"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"action"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}}]}}] };

export type TokenCheckQueryVariables = {
  readonly mint: schema.Address;
};

export type TokenCheckQuery = {
  readonly tokenCheck: {
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
      readonly reading: string;
      readonly cause: schema.GapCause;
      readonly __typename: 'Gap';
    }>;
    readonly retryAfterSeconds: number | null;
    readonly billing: {
      readonly route: schema.BillingRoute;
      readonly chargedUsdc: schema.Usdc;
      readonly balanceUsdc: schema.Usdc | null;
      readonly replayed: boolean;
      readonly __typename: 'Billing';
    };
    readonly __typename: 'TokenCheck';
    readonly tokenVerdict: schema.TokenVerdict;
  } | null;
};

const tokenCheckText = "query TokenCheck($mint: Address!) {\n  tokenCheck(mint: $mint) {\n    ...CheckParts\n    tokenVerdict\n    __typename\n  }\n}\n\nfragment CheckParts on Check {\n  kind\n  subject\n  verdict\n  confidence\n  reasonCodes\n  flags\n  sandbox\n  asOf {\n    slot\n    time\n    __typename\n  }\n  reasons {\n    code\n    severity\n    message\n    __typename\n  }\n  gaps {\n    reading\n    cause\n    __typename\n  }\n  retryAfterSeconds\n  billing {\n    ...BillingParts\n    __typename\n  }\n  __typename\n}\n\nfragment BillingParts on Billing {\n  route\n  chargedUsdc\n  balanceUsdc\n  replayed\n  __typename\n}";

export const TokenCheckDocument: DocumentTree<TokenCheckQuery, TokenCheckQueryVariables> = { kind: 'Document', __meta__: { hash: 'b41d2d2510ff28b6a930b5e66b2612ac3b36315194d5fcd72d3b909954cd5bc4' }, toString: () => tokenCheckText, definitions: [{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"TokenCheck"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"mint"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Address"}}},"directives":[]}],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tokenCheck"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"mint"},"value":{"kind":"Variable","name":{"kind":"Name","value":"mint"}}}],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"CheckParts"},"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"tokenVerdict"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CheckParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Check"}},"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"subject"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"verdict"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"confidence"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"reasonCodes"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"flags"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"sandbox"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"asOf"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"slot"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"time"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"reasons"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"severity"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"message"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"gaps"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reading"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"cause"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"retryAfterSeconds"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"billing"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"BillingParts"},"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"BillingParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Billing"}},"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"route"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"chargedUsdc"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"balanceUsdc"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"replayed"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}}] };

export type TradeCheckQueryVariables = {
  readonly mint: schema.Address;
  readonly sizeSol?: schema.Sol | null;
};

export type TradeCheckQuery = {
  readonly tradeCheck: {
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
      readonly reading: string;
      readonly cause: schema.GapCause;
      readonly __typename: 'Gap';
    }>;
    readonly retryAfterSeconds: number | null;
    readonly billing: {
      readonly route: schema.BillingRoute;
      readonly chargedUsdc: schema.Usdc;
      readonly balanceUsdc: schema.Usdc | null;
      readonly replayed: boolean;
      readonly __typename: 'Billing';
    };
    readonly __typename: 'TradeCheck';
    readonly tradeVerdict: schema.TradeVerdict;
  } | null;
};

const tradeCheckText = "query TradeCheck($mint: Address!, $sizeSol: Sol = \"0.5\") {\n  tradeCheck(mint: $mint, sizeSol: $sizeSol) {\n    ...CheckParts\n    tradeVerdict\n    __typename\n  }\n}\n\nfragment CheckParts on Check {\n  kind\n  subject\n  verdict\n  confidence\n  reasonCodes\n  flags\n  sandbox\n  asOf {\n    slot\n    time\n    __typename\n  }\n  reasons {\n    code\n    severity\n    message\n    __typename\n  }\n  gaps {\n    reading\n    cause\n    __typename\n  }\n  retryAfterSeconds\n  billing {\n    ...BillingParts\n    __typename\n  }\n  __typename\n}\n\nfragment BillingParts on Billing {\n  route\n  chargedUsdc\n  balanceUsdc\n  replayed\n  __typename\n}";

export const TradeCheckDocument: DocumentTree<TradeCheckQuery, TradeCheckQueryVariables> = { kind: 'Document', __meta__: { hash: '6a48d4ad2861cd85a6bfc7869ed2f54f6a236100eec78337bdac654ae3fc21f8' }, toString: () => tradeCheckText, definitions: [{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"TradeCheck"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"mint"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Address"}}},"directives":[]},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"sizeSol"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Sol"}},"defaultValue":{"kind":"StringValue","value":"0.5","block":false},"directives":[]}],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tradeCheck"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"mint"},"value":{"kind":"Variable","name":{"kind":"Name","value":"mint"}}},{"kind":"Argument","name":{"kind":"Name","value":"sizeSol"},"value":{"kind":"Variable","name":{"kind":"Name","value":"sizeSol"}}}],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"CheckParts"},"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"tradeVerdict"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CheckParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Check"}},"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"subject"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"verdict"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"confidence"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"reasonCodes"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"flags"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"sandbox"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"asOf"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"slot"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"time"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"reasons"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"severity"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"message"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"gaps"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reading"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"cause"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"retryAfterSeconds"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"billing"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"BillingParts"},"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"BillingParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Billing"}},"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"route"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"chargedUsdc"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"balanceUsdc"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"replayed"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}}] };

export type WalletCheckQueryVariables = {
  readonly address: schema.Address;
};

export type WalletCheckQuery = {
  readonly walletCheck: {
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
      readonly reading: string;
      readonly cause: schema.GapCause;
      readonly __typename: 'Gap';
    }>;
    readonly retryAfterSeconds: number | null;
    readonly billing: {
      readonly route: schema.BillingRoute;
      readonly chargedUsdc: schema.Usdc;
      readonly balanceUsdc: schema.Usdc | null;
      readonly replayed: boolean;
      readonly __typename: 'Billing';
    };
    readonly __typename: 'WalletCheck';
    readonly walletVerdict: schema.WalletVerdict;
  } | null;
};

const walletCheckText = "query WalletCheck($address: Address!) {\n  walletCheck(address: $address) {\n    ...CheckParts\n    walletVerdict\n    __typename\n  }\n}\n\nfragment CheckParts on Check {\n  kind\n  subject\n  verdict\n  confidence\n  reasonCodes\n  flags\n  sandbox\n  asOf {\n    slot\n    time\n    __typename\n  }\n  reasons {\n    code\n    severity\n    message\n    __typename\n  }\n  gaps {\n    reading\n    cause\n    __typename\n  }\n  retryAfterSeconds\n  billing {\n    ...BillingParts\n    __typename\n  }\n  __typename\n}\n\nfragment BillingParts on Billing {\n  route\n  chargedUsdc\n  balanceUsdc\n  replayed\n  __typename\n}";

export const WalletCheckDocument: DocumentTree<WalletCheckQuery, WalletCheckQueryVariables> = { kind: 'Document', __meta__: { hash: '111bb7944b25601e467f386a377ed737069ec4fb7b990030b9a825fec2054eef' }, toString: () => walletCheckText, definitions: [{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"WalletCheck"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"address"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Address"}}},"directives":[]}],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"walletCheck"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"address"},"value":{"kind":"Variable","name":{"kind":"Name","value":"address"}}}],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"CheckParts"},"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"walletVerdict"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CheckParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Check"}},"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"subject"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"verdict"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"confidence"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"reasonCodes"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"flags"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"sandbox"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"asOf"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"slot"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"time"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"reasons"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"severity"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"message"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"gaps"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reading"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"cause"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"retryAfterSeconds"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"billing"},"arguments":[],"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"BillingParts"},"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"BillingParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Billing"}},"directives":[],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"route"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"chargedUsdc"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"balanceUsdc"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"replayed"},"arguments":[],"directives":[]},{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}}] };

/** Every document that the service knows by its hash from its start. */
export const documents: readonly PersistedDocument[] = [
  { id: 'cec703060ad7f3fbc1ea2cbe92db1d0be2d1b1447469840d7de6a709d51608ee', name: 'Account', type: 'query', body: accountText },
  { id: '538cb329303a273f3818fe8a406d124d80db84c37502b5a8e483bf22d0d5b94f', name: 'CheckProgress', type: 'subscription', body: checkProgressText },
  { id: '03366ce14cb8997a30a5a994a80e1e2248947b4b3936e0e429ec3c952aedf282', name: 'Checks', type: 'query', body: checksText },
  { id: '76e7370c5c9f3ca071d59f5a421897958561eee8530ea2d9ce9efd05c25c3d67', name: 'Entries', type: 'query', body: entriesText },
  { id: 'd2c6ed3938a12cfb35b748eee0900858bde217b23cf0a5e4dbdc173cde978a5b', name: 'FunderCheck', type: 'query', body: funderCheckText },
  { id: 'a20346ab0378357ebddd975a77ad5f7d3a0f6179691b7e058428ac4780d6d7ea', name: 'PastChecks', type: 'query', body: pastChecksText },
  { id: '1dc2dabb9796eb729d0eae5721d758e06f48f39e75ed3bb8cab2a5f9ef13ea93', name: 'Prices', type: 'query', body: pricesText },
  { id: 'fb54b782541bc247eeef8ab77534cd25d8e8de7d0516573e5268768aa325e90b', name: 'ReasonCodes', type: 'query', body: reasonCodesText },
  { id: 'b41d2d2510ff28b6a930b5e66b2612ac3b36315194d5fcd72d3b909954cd5bc4', name: 'TokenCheck', type: 'query', body: tokenCheckText },
  { id: '6a48d4ad2861cd85a6bfc7869ed2f54f6a236100eec78337bdac654ae3fc21f8', name: 'TradeCheck', type: 'query', body: tradeCheckText },
  { id: '111bb7944b25601e467f386a377ed737069ec4fb7b990030b9a825fec2054eef', name: 'WalletCheck', type: 'query', body: walletCheckText },
];
