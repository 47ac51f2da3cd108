/**
 * An SQL expression for statements that report what an earlier transaction did ("already charged", "already received").
 * A row can be visible although the synchronous standby does not have it: the transaction that wrote it was still waiting
 * when its connection was terminated. A reader that acts on such a row acknowledges what a failover would lose. The
 * expression writes a WAL record, so that the reader's commit waits for the standby as the writer's should have;
 * assigning a transaction id is not enough. Without a synchronous standby it waits for the local disk only.
 */
export const waitForStandby = `(select pg_logical_emit_message(true, 'gatehouse.read', ''))`
