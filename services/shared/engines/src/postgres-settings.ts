/** Server settings of an embedded Postgres as `-c` arguments. */
export function postgresSettings(durable: boolean): string[] {
  const settings = { ...SETTINGS, ...(durable ? {} : NOT_DURABLE) };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  // No socket: its path may exceed 107 bytes, and TCP costs 0.05 ms more per query.
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '128MB',
  max_wal_size: '512MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Compiling a plan takes longer than any query of ours.
  jit: 'off',
  log_min_messages: 'warning',
  log_checkpoints: 'off',
  // Statements and the DETAIL of an error hold people's data: they stay out of the log.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
};

const NOT_DURABLE = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
};
