import { join } from 'node:path';
import type { Links } from './link.ts';

/** Of the roles that the drill has. */
export const PASSWORD = 'drill';

/** A node, with the ports that its server and Patroni listen on. */
interface Parts {
  readonly name: string;
  readonly links: Links;
  readonly home: string;
  readonly bin: string;
  readonly books: number;
  readonly rest: number;
}

/** Patroni's settings, whose YAML takes JSON. Its shortest times but one: a failover takes 15 seconds. */
export function patroniSettings({ name, links, home, bin, books, rest }: Parts): object {
  const user = (username: string) => ({ username, password: PASSWORD });
  return {
    scope: 'assay',
    name,
    restapi: { listen: `127.0.0.1:${rest}`, connect_address: `127.0.0.1:${links.rest.port}` },
    // Patroni knows only the link to the store, even if the store gives another address. Not etcd3: with it a primary that was frozen
    // takes the leader key back from the one that was promoted (Patroni 3.0.2, `_update_leader` puts it without a condition).
    etcd: { host: `127.0.0.1:${links.etcd.port}`, use_proxies: true },
    bootstrap: {
      dcs: {
        ttl: 15,
        loop_wait: 2,
        retry_timeout: 5,
        synchronous_mode: true,
        postgresql: {
          use_pg_rewind: true,
          parameters: {
            wal_log_hints: 'on',
            max_connections: 60,
            wal_keep_size: '512MB',
            fsync: 'off',
            max_wal_senders: 8,
          },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'data-checksums'],
    },
    postgresql: {
      listen: `127.0.0.1:${books}`,
      connect_address: `127.0.0.1:${links.replication.port}`,
      data_dir: join(home, 'data'),
      bin_dir: bin,
      pgpass: join(home, 'pgpass'),
      pg_hba: ['local all all trust', 'host all all 127.0.0.1/32 md5', 'host replication all 127.0.0.1/32 md5'],
      parameters: { unix_socket_directories: home },
      authentication: { superuser: user('assay'), replication: user('replicator'), rewind: user('rewinder') },
    },
  };
}
