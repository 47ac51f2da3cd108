// Reads what a browser sends for a passkey: the JSON of `PublicKeyCredential.toJSON()`.
import { isStorable } from '@gatehouse/runtime/storable-text'
import { z } from 'zod'
import { passkeyRefused } from './passkey-faults.ts'

const textLengthMax = 20_000
const base64url = z
  .string()
  .max(textLengthMax)
  .regex(/^[\w-]+$/)

const credential = {
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
}

const registrationSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string().max(32).refine(isStorable)).max(10).default([]),
  }),
})

const assertionSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    // Empty for credentials that are not discoverable, in some browsers.
    userHandle: base64url.or(z.literal('')).nullish(),
  }),
})

const clientDataSchema = z.object({ challenge: base64url, crossOrigin: z.boolean().optional() })

type Given<T> = T & {
  /** The challenge that the browser states. It counts only once it was found in the database. */
  challenge: string
  clientExtensionResults: Record<string, never>
}

export type GivenRegistration = Given<z.output<typeof registrationSchema>>
export type GivenAssertion = Given<z.output<typeof assertionSchema>>

export function readRegistration(response: unknown): GivenRegistration {
  return read(registrationSchema, response)
}

export function readAssertion(response: unknown): GivenAssertion {
  return read(assertionSchema, response)
}

function read<T extends { response: { clientDataJSON: string } }>(
  schema: z.ZodType<T>,
  response: unknown,
): Given<T> {
  const given = schema.safeParse(response)
  if (!given.success) throw passkeyRefused('the response does not have the expected fields', given.error)
  const { challenge, crossOrigin } = readClientData(given.data.response.clientDataJSON)
  // The page of another site that embeds the console must not use its passkeys.
  if (crossOrigin === true) throw passkeyRefused('the passkey was used in a frame of another site')
  return { ...given.data, challenge, clientExtensionResults: {} }
}

function readClientData(encoded: string): z.output<typeof clientDataSchema> {
  try {
    return clientDataSchema.parse(JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8')))
  } catch (error) {
    throw passkeyRefused('clientDataJSON cannot be read', error)
  }
}
