// The statements that billing sends as raw SQL, carried out on simulated rows. They are recognised by their beginning; an
// unknown statement fails loudly.
import type { Transfer } from '@gatehouse/credits/transfer'
import { type OperationNode, RawNode, ValueNode } from 'kysely'
import type { Tables } from '../servers/tables.ts'
import { textOf } from './evaluate-node.ts'
import type { Row } from './row.ts'
import { type RowScene, findConflict } from './run-query.ts'

export type RawScene = RowScene & { tables: Tables }

export function runRawStatement(scene: RawScene, node: RawNode): readonly Row[] {
  const values = node.parameters.filter((parameter) => !RawNode.is(parameter)).map(valueOf)
  return runText(scene, textOf(node), values)
}

export function runText(scene: RawScene, text: string, values: readonly unknown[]): readonly Row[] {
  const start = text.trim().split(/\s+/).slice(0, 4).join(' ')
  if (start.startsWith('select pg_advisory_xact_lock')) {
    scene.store.lock(scene.tx, `advisory ${String(values[0])}`)
    return []
  }
  switch (start) {
    case 'with stored as (':
      return storeEvent(scene, values)
    case 'select * from post_transfer(':
      return postTransfer(scene, values)
    case 'select id from event_endpoints':
      return []
    default:
      throw new Error(`the statement is not simulated: ${text}`)
  }
}

const eventColumns = [
  'id',
  'type',
  'object_id',
  'customer_id',
  'event_created_at',
  'api_version',
  'is_live',
  'payload',
  'source',
  'status',
  'last_error',
]

function storeEvent(scene: RawScene, values: readonly unknown[]): readonly Row[] {
  const { store, tx, now } = scene
  const given = Object.fromEntries(eventColumns.map((column, index) => [column, values[index]]))
  const row = {
    ...store.definition('provider_events').defaults(now),
    ...given,
    payload: JSON.parse(String(given['payload'])) as unknown,
  }
  const conflict = findConflict(scene, 'provider_events', row)
  if (!conflict) store.write(tx, 'provider_events', row)
  return [{ status: (conflict?.row ?? given)['status'], is_new: !conflict }]
}

/** The transfer is posted when the transaction commits. Nothing reads the balance before that. */
function postTransfer({ store, tx, tables }: RawScene, values: readonly unknown[]): readonly Row[] {
  const [id, ownerId, ownerKind, , type, amount, businessKey, , expiresAt, firstFromLotOf] = values
  const micros = amount as bigint
  store.lock(tx, `account ${String(ownerId)}`)
  const common = {
    type,
    owner: { id: ownerId, kind: ownerKind },
    businessKey,
    amountMicros: micros < 0n ? -micros : micros,
  }
  const transfer = (
    micros > 0n
      ? { ...common, kind: 'grant', ...(expiresAt !== null && { expiresAt }) }
      : { ...common, kind: 'removal', ...(firstFromLotOf !== null && { firstFromLotOf }) }
  ) as Transfer
  const known = tables.ledger.transferByKey.get(transfer.businessKey)
  const isNew = !known && !tx.transfers.some((other) => other.businessKey === transfer.businessKey)
  if (isNew) tx.transfers.push(transfer)
  return [
    { is_new: isNew, id, amount_micros: known?.amountMicros ?? micros, balance_micros: 0n, version: 0n },
  ]
}

function valueOf(node: OperationNode): unknown {
  if (ValueNode.is(node)) return node.value
  throw new Error(`not a value: ${node.kind}`)
}
