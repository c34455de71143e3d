import { notApplicable, raised } from '../../rule.ts';
import { tradeRule } from '../policy.ts';

/** Venues whose pools are bonding curves. */
const curveVenues: readonly string[] = ['pump_curve', 'raydium_launchlab', 'meteora_dbc'];

/** Is the cheapest route more than one plain pool? */
export const routeShape = tradeRule({
  id: 'route-shape',
  needs: ['cost'],
  flags: {
    SPLIT_ROUTE: 'The cheapest route splits the size over two pools; one pool alone costs more.',
    TWO_HOP_ROUTE: 'The route goes through a stable coin: two pools take a fee and move in price.',
    BONDING_CURVE:
      'The route uses a bonding curve, whose price follows what was sold and which ends when it is complete.',
  },
  judge({ cost: { trip } }) {
    if (trip === null) return notApplicable;
    const hops = trip.route.flatMap((part) => part.hops);
    return raised(
      [],
      [
        ...(trip.route.length > 1 ? ['SPLIT_ROUTE'] : []),
        ...(trip.route.some((part) => part.hops.length > 1) ? ['TWO_HOP_ROUTE'] : []),
        ...(hops.some(({ venue }) => curveVenues.includes(venue)) ? ['BONDING_CURVE'] : []),
      ],
    );
  },
});
