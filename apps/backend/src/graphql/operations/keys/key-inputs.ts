import { parseCredits } from '@gatehouse/credits/credit'
import { readKeyCeilings } from '@gatehouse/billing/company-billing'
import { type ApiKey, type Scope, defaultRpmLimit, defaultTpmLimit, isScope } from '@gatehouse/keys/api-key'
import type { KeyUpdate } from '@gatehouse/keys/update-api-key'
import { badRequest } from '../../graphql-faults.ts'
import type { OperationDeps } from '../../operation-context.ts'
import {
  type InputValues,
  clearableInput,
  inputObject,
  inputs,
  listInput,
  optionalInput,
} from '../../schema/input.ts'

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

export const createApiKeyInput = inputObject(
  'CreateApiKeyInput',
  'Defaults: all aliases, the default scopes and limits, no expiry.',
  settings,
)

type KeyInput = InputValues<typeof settings>

const changes = {
  name: optionalInput(inputs.string),
  rpmLimit: optionalInput(inputs.int),
  tpmLimit: optionalInput(inputs.int),
  monthlyCreditCap: clearableInput(inputs.string),
  modelAllowlist: clearableInput(listInput(inputs.string)),
  expiresAt: clearableInput(inputs.time),
}

export const updateApiKeyInput = inputObject(
  'UpdateApiKeyInput',
  'Fields that are left out stay as they are. Null removes the monthly cap, the allowlist or the expiry. Scopes cannot be changed.',
  changes,
)

type Ceilings = { rpm: number; tpm: number }

/** Omits settings that the caller left out, so that the domain applies its defaults. */
export function toKeySettings(input: KeyInput) {
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

/** Keeps only what the caller wants to change. */
export function toKeyChanges(input: InputValues<typeof changes>): KeyUpdate['changes'] {
  const { name, rpmLimit, tpmLimit, monthlyCreditCap: cap, modelAllowlist, expiresAt } = input
  return {
    ...(name !== null && { name }),
    ...(rpmLimit !== null && { rpmLimit }),
    ...(tpmLimit !== null && { tpmLimit }),
    ...(cap !== undefined && { monthlyCreditCapMicros: cap === null ? null : readCap(cap) }),
    ...(modelAllowlist !== undefined && { modelAllowlist }),
    ...(expiresAt !== undefined && { expiresAt }),
  }
}

/** Limits of a key for which the caller chose none: the default, or the plan's ceiling if that is lower. */
export function defaultLimits({ rpm, tpm }: Ceilings) {
  return { rpmLimit: Math.min(rpm, defaultRpmLimit), tpmLimit: Math.min(tpm, defaultTpmLimit) }
}

type LimitInput = Pick<KeyInput, 'rpmLimit' | 'tpmLimit'>

/**
 * The limits that differ from the key's. The others stay allowed, also those that a super admin granted or an earlier
 * plan allowed: a form that changes only the name sends them back.
 */
export function newLimits(
  { rpmLimit, tpmLimit }: LimitInput,
  stored: Pick<ApiKey, 'rpmLimit' | 'tpmLimit'>,
): LimitInput {
  return {
    rpmLimit: rpmLimit === stored.rpmLimit ? null : rpmLimit,
    tpmLimit: tpmLimit === stored.tpmLimit ? null : tpmLimit,
  }
}

/** Only super admins may exceed the plan's ceilings. */
export function checkCeilings({ rpmLimit, tpmLimit }: LimitInput, { rpm, tpm }: Ceilings): void {
  if ((rpmLimit ?? 0) > rpm || (tpmLimit ?? 0) > tpm) {
    throw badRequest(
      `Your plan allows a key at most ${rpm} requests and ${tpm} tokens per minute. Choose another plan, or contact us for more.`,
      (rpmLimit ?? 0) > rpm ? 'input.rpmLimit' : 'input.tpmLimit',
    )
  }
}

function readScope(text: string): Scope {
  if (!isScope(text)) throw badRequest(`There is no scope ${text.slice(0, 50)}.`, 'input.scopes')
  return text
}

function readCap(text: string): bigint {
  const micros = parseCredits(text)
  if (micros === undefined)
    throw badRequest('monthlyCreditCap must be credits, such as "250" or "0.5".', 'input.monthlyCreditCap')
  return micros
}

/**
 * Reads the highest limits that a key of the company may have at present. The plan can lower or raise the platform's
 * ceilings.
 */
export async function readCeilings(
  database: OperationDeps['database'],
  companyId: string,
): Promise<Ceilings> {
  const { rpmLimitMax, tpmLimitMax } = await readKeyCeilings(database, companyId)
  return { rpm: rpmLimitMax ?? defaultRpmLimit, tpm: tpmLimitMax ?? defaultTpmLimit }
}
