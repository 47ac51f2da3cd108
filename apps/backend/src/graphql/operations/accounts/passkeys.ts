// The passkeys of the caller: registering, listing, renaming and deleting them.
import { type Passkey, deletePasskey, listPasskeys, renamePasskey } from '@gatehouse/identity/passkey'
import {
  type AddedPasskey,
  type PasskeyRequest,
  beginPasskeyRegistration,
  finishPasskeyRegistration,
} from '@gatehouse/identity/register-passkey'
import { requireAccount, requireUser } from '../../access/authorise.ts'
import { type Operation, defineMutation, defineQuery } from '../../schema/define-operation.ts'
import { inputs } from '../../schema/input.ts'
import { defineObject, field, listOf, optional, shapes } from '../../schema/shape.ts'
import { auditActor } from '../audit.ts'

const passkeyType = defineObject<Passkey>(
  'Passkey',
  'A passkey of the caller. isBackedUp: it is copied to other devices of its owner, for example by a password manager.',
  {
    id: field(shapes.id, (passkey) => passkey.id),
    name: field(shapes.string, (passkey) => passkey.name),
    isBackedUp: field(shapes.boolean, (passkey) => passkey.isBackedUp),
    createdAt: field(shapes.time, (passkey) => passkey.createdAt),
    lastUsedAt: field(optional(shapes.time), (passkey) => passkey.lastUsedAt),
  },
)

export const passkeyRequestType = defineObject<PasskeyRequest>(
  'PasskeyRequest',
  'A request to the passkeys of a browser, which works once. options are the PublicKeyCredentialCreationOptionsJSON or PublicKeyCredentialRequestOptionsJSON of WebAuthn.',
  {
    options: field(shapes.json, ({ options }) => options),
    expiresAt: field(shapes.time, ({ expiresAt }) => expiresAt),
  },
)

const newPasskeyType = defineObject<AddedPasskey>(
  'NewPasskey',
  'A passkey that was just registered. recoveryCodes are shown only here, and empty if the caller has some already.',
  {
    passkey: field(passkeyType, ({ passkey }) => passkey),
    recoveryCodes: field(listOf(shapes.string), ({ recoveryCodes }) => recoveryCodes),
  },
)

/** As high as login, so that one document cannot send several answers. */
export const passkeyCost = 3_000

export const passkeyOperations: readonly Operation[] = [
  defineQuery({
    name: 'passkeys',
    description: 'The passkeys of the caller, oldest first. There are at most 20.',
    inputs: {},
    returns: listOf(passkeyType),
    cost: 20,
    async resolve({ deps, viewer }) {
      const { id } = await requireAccount(viewer)
      return listPasskeys(deps.database, id)
    },
  }),
  defineMutation({
    name: 'beginPasskeyRegistration',
    needsRecentLogin: true,
    description:
      'Begins to register a passkey. Pass options to PublicKeyCredential.parseCreationOptionsFromJSON and navigator.credentials.create, and send the result to finishPasskeyRegistration from the same session.',
    inputs: {},
    returns: passkeyRequestType,
    cost: passkeyCost,
    async resolve({ deps, viewer, refreshCookie }) {
      const caller = { user: await requireAccount(viewer), token: refreshCookie.read() }
      return beginPasskeyRegistration({ ...deps, ...deps.identity }, caller)
    },
  }),
  defineMutation({
    name: 'finishPasskeyRegistration',
    description:
      'Registers a passkey under a name: response is toJSON() of the credential that the browser created. From then on, logins with the password ask for a second factor. Returns ten recovery codes with the first factor.',
    inputs: { response: inputs.json, name: inputs.string },
    returns: newPasskeyType,
    cost: passkeyCost,
    async resolve(context, given) {
      const { deps, viewer, refreshCookie } = context
      const caller = { user: await requireAccount(viewer), token: refreshCookie.read() }
      return finishPasskeyRegistration(
        { ...deps, ...deps.identity },
        { ...caller, ...given },
        await auditActor(context),
      )
    },
  }),
  defineMutation({
    name: 'renamePasskey',
    description: 'Gives a passkey of the caller another name.',
    inputs: { passkeyId: inputs.id, name: inputs.string },
    returns: passkeyType,
    async resolve(context, given) {
      const { id: userId } = await requireUser(context.viewer)
      return renamePasskey(context.deps, { userId, ...given }, await auditActor(context))
    },
  }),
  defineMutation({
    name: 'deletePasskey',
    needsRecentLogin: true,
    description:
      'Deletes a passkey of the caller. The recovery codes end with the last second factor, and the password alone is then enough to log in.',
    inputs: { passkeyId: inputs.id },
    returns: shapes.boolean,
    async resolve(context, { passkeyId }) {
      const { id: userId } = await requireUser(context.viewer)
      await deletePasskey(context.deps, { userId, passkeyId }, await auditActor(context))
      return true
    },
  }),
]
