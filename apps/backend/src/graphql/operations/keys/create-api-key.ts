import { parseCredits } from '@gatehouse/credits/credit'
import { type Scope, defaultRpmLimit, defaultTpmLimit, isScope } from '@gatehouse/keys/api-key'
import { createApiKey as mintApiKey } from '@gatehouse/keys/create-api-key'
import { requireUser } from '../../access/authorise.ts'
import { badRequest } from '../../graphql-faults.ts'
import { defineMutation } from '../../schema/define-operation.ts'
import { type InputValues, inputObject, inputs, listInput, optionalInput } from '../../schema/input.ts'
import { auditActor } from '../audit-origin.ts'
import { mintedApiKeyType } from './api-key-type.ts'
import { type Ceilings, readCeilings } from './read-ceilings.ts'

const settings = {
  name: inputs.string,
  scopes: optionalInput(listInput(inputs.string)),
  modelAllowlist: optionalInput(listInput(inputs.string)),
  rpmLimit: optionalInput(inputs.int),
  tpmLimit: optionalInput(inputs.int),
  monthlyCreditCap: optionalInput(inputs.string),
  mayReadCompanyUsage: optionalInput(inputs.boolean),
  expiresAt: optionalInput(inputs.time),
}

const createApiKeyInput = inputObject(
  'CreateApiKeyInput',
  'Defaults: all aliases, the default scopes and limits, no expiry.',
  settings,
)

export const createApiKey = defineMutation({
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
    return mintApiKey(
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
  },
})

type KeyInput = InputValues<typeof settings>

/** Omits settings that the caller left out, so that the domain applies its defaults. */
function toKeySettings(input: KeyInput) {
  const { name, modelAllowlist, expiresAt, scopes, rpmLimit, tpmLimit, monthlyCreditCap } = input
  return {
    name,
    modelAllowlist,
    expiresAt,
    mayReadCompanyUsage: input.mayReadCompanyUsage ?? false,
    ...(scopes && { scopes: scopes.map(readScope) }),
    ...(rpmLimit !== null && { rpmLimit }),
    ...(tpmLimit !== null && { tpmLimit }),
    ...(monthlyCreditCap !== null && { monthlyCreditCapMicros: readCap(monthlyCreditCap) }),
  }
}

/** Limits of a key for which the caller chose none: the default, or the plan's ceiling if that is lower. */
function defaultLimits({ rpm, tpm }: Ceilings) {
  return { rpmLimit: Math.min(rpm, defaultRpmLimit), tpmLimit: Math.min(tpm, defaultTpmLimit) }
}

/** Only super admins may exceed the plan's ceilings. */
function checkCeilings({ rpmLimit, tpmLimit }: KeyInput, { rpm, tpm }: Ceilings): void {
  if ((rpmLimit ?? 0) > rpm || (tpmLimit ?? 0) > tpm) {
    throw badRequest(
      `Your plan allows a key at most ${rpm} requests and ${tpm} tokens per minute. Choose another plan, or contact us for more.`,
    )
  }
}

function readScope(text: string): Scope {
  if (!isScope(text)) throw badRequest(`There is no scope ${text.slice(0, 50)}.`)
  return text
}

function readCap(text: string): bigint {
  const micros = parseCredits(text)
  if (micros === undefined) throw badRequest('monthlyCreditCap must be credits, such as "250" or "0.5".')
  return micros
}
