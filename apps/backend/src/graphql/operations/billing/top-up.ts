import { fromMinorUnits, toMinorUnits } from '@gatehouse/billing/money'
import {
  type TopUpSettings,
  findTopUpSettings,
  setTopUp,
  turnOffTopUp,
} from '@gatehouse/billing/top-up-settings'
import { formatCredits, parseCredits } from '@gatehouse/credits/credit'
import { unknownId } from '../../graphql-faults.ts'
import { type Operation, defineMutation, defineQuery } from '../../schema/define-operation.ts'
import { inputs } from '../../schema/input.ts'
import { defineObject, field, optional, shapes } from '../../schema/shape.ts'
import { auditActor } from '../audit.ts'

const topUpType = defineObject<TopUpSettings>(
  'AutomaticTopUp',
  'When the balance is below the threshold, the pack is bought with the saved card. boughtThisMonth is the price of the packs that were ' +
    'bought this way since the beginning of the month in UTC; together they do not exceed monthlyMaximum. isPending says that a payment ' +
    'is under way. After a failed payment it is stopped, with the reason, until it is set again.',
  {
    threshold: field(shapes.string, (settings) => formatCredits(settings.thresholdMicros)),
    packId: field(shapes.id, (settings) => settings.packId),
    monthlyMaximum: field(shapes.float, ({ monthlyMaxMinor, currency }) =>
      fromMinorUnits(monthlyMaxMinor, currency),
    ),
    boughtThisMonth: field(shapes.float, ({ boughtThisMonthMinor, currency }) =>
      fromMinorUnits(boughtThisMonthMinor, currency),
    ),
    currency: field(shapes.string, (settings) => settings.currency),
    isPending: field(shapes.boolean, (settings) => settings.isPending),
    stoppedAt: field(optional(shapes.time), (settings) => settings.stoppedAt),
    stoppedReason: field(optional(shapes.string), (settings) => settings.stoppedReason),
    updatedAt: field(shapes.time, (settings) => settings.updatedAt),
  },
)

export const topUpOperations: readonly Operation[] = [
  defineQuery({
    name: 'automaticTopUp',
    description: 'The automatic top-up of the company; null if it is off, as it is at first.',
    inputs: { companyId: inputs.id },
    returns: optional(topUpType),
    cost: 20,
    resolve: async ({ deps }, { companyId }) =>
      (await findTopUpSettings(deps.databases.of(companyId), companyId)) ?? null,
  }),
  defineMutation({
    name: 'setAutomaticTopUp',
    description:
      'Turns the automatic top-up on, changes it, or resumes it after a failed payment. The threshold is in credits and at most those of ' +
      'the pack; the maximum is money in the pack’s currency, at least its price. Buying a pack saves the card that is charged; the ' +
      'billing portal shows it.',
    inputs: {
      companyId: inputs.id,
      threshold: inputs.string,
      packId: inputs.id,
      monthlyMaximum: inputs.float,
    },
    returns: topUpType,
    cost: 100,
    async resolve(context, { companyId, threshold, packId, monthlyMaximum }) {
      const { databases, billing } = context.deps
      const wanted = {
        companyId,
        packId,
        thresholdMicros: parseCredits(threshold),
        toMonthlyMaxMinor: (currency: string) => toMinorUnits(monthlyMaximum, currency),
      }
      await setTopUp(billing.checkout, wanted, await auditActor(context))
      const settings = await findTopUpSettings(databases.of(companyId), companyId)
      if (!settings) throw unknownId()
      return settings
    },
  }),
  defineMutation({
    name: 'turnOffAutomaticTopUp',
    description:
      'Turns the automatic top-up off and returns it as it was. A payment that is under way is completed.',
    inputs: { companyId: inputs.id },
    returns: topUpType,
    cost: 50,
    async resolve(context, { companyId }) {
      const { databases, billing } = context.deps
      const settings = await findTopUpSettings(databases.of(companyId), companyId)
      await turnOffTopUp(billing.checkout, companyId, await auditActor(context))
      if (!settings) throw unknownId()
      return settings
    },
  }),
]
