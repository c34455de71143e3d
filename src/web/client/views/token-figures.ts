/** What of a token's metrics the page shows. Amounts are decimal strings in atomic units, shares basis points of the supply. */
export interface TokenFigures {
  readonly name: string | null;
  readonly symbol: string | null;
  readonly decimals: number | null;
  readonly supply: string | null;
  readonly circulating_supply: string | null;
  readonly is_token_2022: boolean | null;
  readonly mint_authority: string | null;
  readonly freeze_authority: string | null;
  readonly authorities:
    | readonly { readonly address: string; readonly roles: readonly string[]; readonly kind: string }[]
    | null;
  readonly extensions: readonly string[] | null;
  readonly top1_bps: number | null;
  readonly top10_bps: number | null;
  readonly buckets: Readonly<Record<string, number>> | null;
  readonly holders:
    | readonly {
        readonly owner: string;
        readonly role: string;
        readonly share_bps: number | null;
        readonly frozen: boolean;
        readonly label: string | null;
      }[]
    | null;
  readonly depth_usd: string | null;
  readonly sale_size_sol: string | null;
  readonly sale_cost_bps: number | null;
  readonly trial_sale: string | null;
  readonly age_seconds: number | null;
  readonly age_exact: boolean | null;
  readonly creator: string | null;
  readonly creator_share_bps: number | null;
  readonly launch_held_bps: number | null;
  readonly pools:
    | readonly {
        readonly venue: string;
        readonly address: string;
        readonly depth_usd: string | null;
        readonly refused: string | null;
        readonly liquidity_parts: readonly { readonly how: string; readonly bps: number }[] | null;
      }[]
    | null;
  readonly funder_clusters:
    | readonly { readonly funder: string; readonly wallets: readonly string[]; readonly share_bps: number | null }[]
    | null;
  readonly data_quality: Readonly<Record<string, number>>;
}
