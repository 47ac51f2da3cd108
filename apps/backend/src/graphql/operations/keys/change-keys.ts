import { createApiKey } from '@gatehouse/keys/create-api-key'
import type { MintedKey } from '@gatehouse/keys/insert-key'
import { findListedKey } from '@gatehouse/keys/list-keys'
import { revokeApiKey } from '@gatehouse/keys/revoke-api-key'
import { rotateApiKey } from '@gatehouse/keys/rotate-api-key'
import { updateApiKey } from '@gatehouse/keys/update-api-key'
import { requireUser } from '../../access/authorise.ts'
import type { OperationDeps } from '../../operation-context.ts'
import { type Operation, defineMutation } from '../../schema/define-operation.ts'
import { inputs, optionalInput } from '../../schema/input.ts'
import { defineObject, field, shapes } from '../../schema/shape.ts'
import { auditActor } from '../audit.ts'
import {
  checkCeilings,
  createApiKeyInput,
  defaultLimits,
  newLimits,
  readCeilings,
  toKeyChanges,
  toKeySettings,
  updateApiKeyInput,
} from './key-inputs.ts'
import { type ShownKey, apiKeyType, showKey } from './key-type.ts'

type ShownMintedKey = Pick<MintedKey, 'rawKey'> & { key: ShownKey }

const mintedApiKeyType = defineObject<ShownMintedKey>(
  'MintedApiKey',
  'A new key. The raw key can be read only this once.',
  {
    key: field(apiKeyType, ({ key }) => key),
    rawKey: field(shapes.string, ({ rawKey }) => rawKey.reveal()),
  },
)

export const keyChanges: readonly Operation[] = [
  defineMutation({
    name: 'createApiKey',
    description: 'Creates a key. The raw key is only in this response and cannot be read again.',
    inputs: { companyId: inputs.id, input: createApiKeyInput },
    returns: mintedApiKeyType,
    cost: 50,
    async resolve(context, { companyId, input }) {
      const { deps, viewer } = context
      const user = await requireUser(viewer)
      const ceilings = await readCeilings(deps.database, companyId)
      if (!user.isSuperAdmin) checkCeilings(input, ceilings)
      const minted = await createApiKey(
        { ...deps, peppers: deps.keys.peppers },
        {
          companyId,
          createdBy: user.id,
          ...defaultLimits(ceilings),
          ...toKeySettings(input),
          limitsFollowPlan: !user.isSuperAdmin,
        },
        await auditActor(context),
      )
      return showMinted(deps, minted)
    },
  }),
  defineMutation({
    name: 'updateApiKey',
    description:
      'Changes the settings of a live key, with the same checks as createApiKey. A limit that equals the stored one is not checked again, ' +
      'and does not change whether the limits follow the plan. Gateways apply the change within a second, and within ' +
      'five seconds even if the notification is lost.',
    inputs: { companyId: inputs.id, keyId: inputs.id, input: updateApiKeyInput },
    returns: apiKeyType,
    cost: 50,
    async resolve(context, { companyId, keyId, input }) {
      const { database, ids, clock, accessActs, keys } = context.deps
      const { isSuperAdmin } = await requireUser(context.viewer)
      if (!isSuperAdmin) {
        const [stored, ceilings] = await Promise.all([
          findListedKey(database, companyId, keyId),
          readCeilings(database, companyId),
        ])
        checkCeilings(newLimits(input, stored), ceilings)
      }
      await updateApiKey(
        { database, ids, clock, accessActs, announceCompanyChange: keys.announceCompanyChange },
        { companyId, keyId, changes: toKeyChanges(input), limitsFollowPlan: !isSuperAdmin },
        await auditActor(context),
      )
      return showKey(context.deps, companyId, keyId)
    },
  }),
  defineMutation({
    name: 'rotateApiKey',
    description:
      'Creates a key with the same settings, capped by the current plan. The old key stays live until it is revoked, so that programs can switch over.',
    inputs: { companyId: inputs.id, keyId: inputs.id, expiresAt: optionalInput(inputs.time) },
    returns: mintedApiKeyType,
    cost: 50,
    async resolve(context, { companyId, keyId, expiresAt }) {
      const { deps, viewer } = context
      const { id: createdBy, isSuperAdmin } = await requireUser(viewer)
      // If the plan now allows less than the old key has, the new key gets less, unless a super admin rotates it.
      const limitsMax = isSuperAdmin ? undefined : await readCeilings(deps.database, companyId)
      const minted = await rotateApiKey(
        { ...deps, peppers: deps.keys.peppers },
        { companyId, keyId, createdBy, ...(expiresAt && { expiresAt }), ...(limitsMax && { limitsMax }) },
        await auditActor(context),
      )
      return showMinted(deps, minted)
    },
  }),
  defineMutation({
    name: 'revokeApiKey',
    description:
      'Revokes a key permanently. Gateways refuse it within a second, and within five seconds even if the notification is lost. Idempotent.',
    inputs: { companyId: inputs.id, keyId: inputs.id },
    returns: apiKeyType,
    cost: 50,
    async resolve(context, name) {
      const { keys, ...deps } = context.deps
      const by = await auditActor(context)
      await revokeApiKey({ ...deps, announceKeyEnd: keys.announceKeyEnd }, name, by)
      return showKey(context.deps, name.companyId, name.keyId)
    },
  }),
]

async function showMinted(deps: OperationDeps, { key, rawKey }: MintedKey): Promise<ShownMintedKey> {
  return { rawKey, key: await showKey(deps, key.companyId, key.id) }
}
