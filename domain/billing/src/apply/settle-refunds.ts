// Brings the revoked and the held part of each grant in line with its charges. The target is an absolute amount, so a
// repetition is safe and changes nothing.
import { formatCredits } from '@gatehouse/credits/credit'
import { postTransfer } from '@gatehouse/credits/post-transfer'
import { readExpired } from '@gatehouse/credits/read-expired'
import type { Transfer } from '@gatehouse/credits/transfer'
import { assert } from '@gatehouse/runtime/assert'
import { sql } from 'kysely'
import {
  type ChargeState,
  type TakenBack,
  exceptExpired,
  refundedShareMicros,
  takenBackMinor,
} from '../rules/credits-taken-back.ts'
import { stopAfterTakeBack } from '../top-up/stop-top-up.ts'
import type { ApplyContext } from './apply-context.ts'
import { type GrantRow, currentLotKey, holdRemaining, lotKeysOf, releaseHeld } from './hold-disputed.ts'
import { settleExcess } from './settle-excess.ts'

/** The payment behind a grant: a pack purchase or an invoice. */
export type Payment =
  | { kind: 'purchase'; id: string; paymentIntentId: string | null }
  | { kind: 'invoice'; id: string }

export async function settleRefunds(context: ApplyContext, payment: Payment): Promise<void> {
  const charges = await readCharges(context, payment)
  const grants = await context.tx
    .selectFrom('paid_grants')
    .selectAll()
    .where(payment.kind === 'purchase' ? 'purchase_id' : 'provider_invoice_id', '=', payment.id)
    // Trials and free plans are not paid for, whatever else their invoice charges.
    .where(sql<boolean>`business_key !~ '^(trial|free):'`)
    .orderBy('business_key')
    .forUpdate()
    .execute()
  for (const grant of grants) {
    const isTakenBack = await settleGrant(context, grant, charges)
    if (isTakenBack) await stopAfterTakeBack(context, grant.company_id)
  }
  if (payment.kind === 'purchase' && grants.length > 0) await markPurchase(context, payment.id, charges)
  if (payment.kind === 'invoice') await settleExcessOfInvoice(context, payment.id)
}

type Charge = ChargeState & { isDisputed: boolean }

async function readCharges({ tx }: ApplyContext, payment: Payment): Promise<Charge[]> {
  const rows = await tx
    .selectFrom('provider_charges')
    .select(['provider_charge_id', 'amount_minor', 'refunded_minor'])
    .where((where) =>
      payment.kind === 'invoice'
        ? where('provider_invoice_id', '=', payment.id)
        : where.or([
            where('purchase_id', '=', payment.id),
            where('provider_payment_intent_id', '=', payment.paymentIntentId),
          ]),
    )
    .execute()
  // An invoice can be paid partly from the customer's balance. That part stays paid when the charge is refunded, so the
  // refund is measured against the invoice total.
  const total = payment.kind === 'invoice' ? await readTotal({ tx }, payment.id) : 0n
  const disputes = await readDisputes({ tx }, rows)
  return rows.map((row) => {
    const own = disputes.filter((dispute) => dispute.provider_charge_id === row.provider_charge_id)
    const lost = own.filter(({ status }) => status === 'LOST')
    return {
      amountMinor: row.amount_minor,
      paidMinor: row.amount_minor > total ? row.amount_minor : total,
      refundedMinor: row.refunded_minor,
      lostMinor: lost.reduce((sum, { amount_minor: amount }) => sum + amount, 0n),
      isDisputed: own.some(({ status }) => status === 'OPEN'),
    }
  })
}

async function readDisputes(
  { tx }: Pick<ApplyContext, 'tx'>,
  charges: readonly { provider_charge_id: string }[],
) {
  if (charges.length === 0) return []
  return tx
    .selectFrom('provider_disputes')
    .select(['provider_charge_id', 'status', 'amount_minor'])
    .where(
      'provider_charge_id',
      'in',
      charges.map(({ provider_charge_id: id }) => id),
    )
    .execute()
}

async function readTotal({ tx }: Pick<ApplyContext, 'tx'>, invoiceId: string): Promise<bigint> {
  const invoice = await tx
    .selectFrom('invoices')
    .select('total_minor')
    .where('provider_invoice_id', '=', invoiceId)
    .executeTakeFirst()
  return invoice?.total_minor ?? 0n
}

/** Returns whether more of the grant than before is refunded or held. */
async function settleGrant(
  context: ApplyContext,
  before: GrantRow,
  charges: readonly Charge[],
): Promise<boolean> {
  const isDisputed = charges.some((charge) => charge.isDisputed)
  const atFirst = await findTarget(context, before, charges)
  // Held credits cannot be revoked: release them first, and hold what then remains.
  const isReleaseDue = before.held_micros > 0n && (isRevocationDue(before, atFirst) || !isDisputed)
  const grant = isReleaseDue ? await releaseHeld(context, before) : before
  // What was held may have expired meanwhile.
  const target = isReleaseDue ? await findTarget(context, grant, charges) : atFirst
  const settled = isRevocationDue(grant, target) ? await revoke(context, grant, { target, charges }) : grant
  const isHeld = isDisputed && settled.held_micros === 0n && (await holdRemaining(context, settled))
  return refundedOf(settled) > refundedOf(before) || (isHeld && before.held_micros === 0n)
}

function refundedOf({ revoked_micros, not_taken_micros }: GrantRow): bigint {
  return revoked_micros + (not_taken_micros ?? 0n)
}

/** What the refunds and lost disputes of the payment take back of the grant, and what had expired before. */
async function findTarget(
  { tx }: ApplyContext,
  grant: GrantRow,
  charges: readonly Charge[],
): Promise<TakenBack> {
  const grantedMicros = grant.granted_micros
  const share = refundedShareMicros(grantedMicros, charges)
  // The credits of a pack do not expire, and of a negative grant there are none.
  const canExpire = share > 0n && grant.purchase_id === null
  const expiredMicros = canExpire ? await readExpired(tx, grant.company_id, lotKeysOf(grant)) : 0n
  return exceptExpired(share, { grantedMicros, expiredMicros })
}

function isRevocationDue(grant: GrantRow, { takenMicros, notTakenMicros }: TakenBack): boolean {
  return takenMicros !== grant.revoked_micros || notTakenMicros !== (grant.not_taken_micros ?? 0n)
}

type Revocation = { target: TakenBack; charges: readonly Charge[] }

async function revoke(
  context: ApplyContext,
  grant: GrantRow,
  { target, charges }: Revocation,
): Promise<GrantRow> {
  const delta = target.takenMicros - grant.revoked_micros
  if (delta > 0n) await post(context, toRemoval(grant, delta, charges))
  if (delta < 0n) await post(context, toReinstatement(grant, -delta, target))
  const state = {
    revoked_micros: target.takenMicros,
    not_taken_micros: target.notTakenMicros,
    reinstatements: grant.reinstatements + (delta < 0n ? 1 : 0),
  }
  await context.tx
    .updateTable('paid_grants')
    .set(state)
    .where('business_key', '=', grant.business_key)
    .execute()
  if (delta !== 0n) {
    context.effects.companyIds.add(grant.company_id)
    context.effects.summary.push(`REFUND of ${grant.business_key} ${formatCredits(-delta)}`)
  }
  return { ...grant, ...state }
}

async function post({ tx, ids }: ApplyContext, transfer: Transfer): Promise<void> {
  const posted = await postTransfer(ids, tx, transfer)
  assert(posted.isNew, 'the ledger has a refund that is missing in billing')
}

/**
 * A refund first takes the remaining credits of its own grant, then the company's other credits; the rest becomes debt.
 */
function toRemoval(grant: GrantRow, amountMicros: bigint, charges: readonly Charge[]): Transfer {
  const cumulative = charges.reduce((sum, charge) => sum + takenBackMinor(charge), 0n)
  const again = grant.reinstatements > 0 ? `:${grant.reinstatements}` : ''
  return {
    owner: { id: grant.company_id, kind: 'COMPANY' },
    businessKey: `refund:${grant.purchase_id ?? grant.business_key}:${cumulative}${again}`,
    kind: 'removal',
    type: 'REFUND',
    amountMicros,
    firstFromLotOf: currentLotKey(grant),
  }
}

function toReinstatement(grant: GrantRow, amountMicros: bigint, target: TakenBack): Transfer {
  return {
    owner: { id: grant.company_id, kind: 'COMPANY' },
    businessKey: `refund-failed:${grant.purchase_id ?? grant.business_key}:${grant.reinstatements + 1}`,
    kind: 'grant',
    type: 'REFUND',
    amountMicros,
    reason: whyReinstated(grant, target),
  }
}

function whyReinstated(grant: GrantRow, { notTakenMicros }: TakenBack): string {
  if (grant.granted_micros < 0n) return 'the invoice that took these credits was refunded'
  // An earlier release took them although they had expired.
  const isCorrection = notTakenMicros > (grant.not_taken_micros ?? 0n)
  return isCorrection
    ? 'the credits had expired before they were taken back'
    : 'a refund failed at the payment provider'
}

async function settleExcessOfInvoice(context: ApplyContext, invoiceId: string): Promise<void> {
  const invoice = await context.tx
    .selectFrom('invoices')
    .select(['company_id', 'currency'])
    .where('provider_invoice_id', '=', invoiceId)
    .where('plan_lines_minor', 'is not', null)
    .executeTakeFirst()
  if (invoice) await settleExcess(context, { companyId: invoice.company_id, currency: invoice.currency })
}

async function markPurchase(context: ApplyContext, purchaseId: string, charges: readonly ChargeState[]) {
  const taken = charges.reduce((sum, charge) => sum + takenBackMinor(charge), 0n)
  const amount = charges.reduce((sum, charge) => sum + charge.amountMinor, 0n)
  const partOrAll = taken < amount ? 'PARTIALLY_REFUNDED' : 'REFUNDED'
  const status = taken === 0n ? 'COMPLETED' : partOrAll
  const changed = await context.tx
    .updateTable('credit_pack_purchases')
    .set({ status, updated_at: sql`now()` })
    .where('id', '=', purchaseId)
    .where('status', 'in', ['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED'])
    .where('status', '!=', status)
    .returning('id')
    .executeTakeFirst()
  if (changed) context.effects.summary.push(`purchase ${purchaseId} is ${status}`)
}
