// The browser's part of a passkey: it asks the user, and returns what the authenticator signed. Both directions are the
// JSON that WebAuthn defines, so neither the page nor the backend converts anything.
import { ConsoleFault } from '../../graphql/console-fault.ts'
import { passkeyTexts as texts } from '../../words/en/identity/passkeys.ts'

/** Whether this browser can use passkeys at all. */
export function arePasskeysPossible(): boolean {
  return typeof PublicKeyCredential === 'function' && 'parseRequestOptionsFromJSON' in PublicKeyCredential
}

/** `options` come from beginPasskeyRegistration. */
export async function createPasskey(options: unknown): Promise<unknown> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as PublicKeyCredentialCreationOptionsJSON,
  )
  return answer(() => navigator.credentials.create({ publicKey }))
}

/** `options` come from beginPasskeyLogin or beginPasskeyReauthentication. */
export async function askForPasskey(options: unknown): Promise<unknown> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as PublicKeyCredentialRequestOptionsJSON,
  )
  return answer(() => navigator.credentials.get({ publicKey }))
}

async function answer(ask: () => Promise<Credential | null>): Promise<unknown> {
  try {
    const credential = await ask()
    if (credential instanceof PublicKeyCredential) return credential.toJSON()
  } catch (thrown) {
    throw toPasskeyFault(thrown instanceof DOMException ? thrown.name : '')
  }
  throw toPasskeyFault('')
}

/** Browsers report a cancelled, a timed out and an impossible request alike, to keep what the user owns private. */
function toPasskeyFault(name: string): ConsoleFault {
  const text =
    name === 'InvalidStateError' ? texts.exists : name === 'SecurityError' ? texts.wrongSite : texts.stopped
  return new ConsoleFault(text, { code: 'CONFLICT', fault: 'passkey.stopped' })
}
