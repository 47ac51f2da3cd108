// No change of a token is accepted; and of what is signed with our secret, only what is exactly a token of ours and valid
// now. An input that begins with `{` is a header and claims, separated by a line feed, which the check signs.
import { createHmac } from 'node:crypto'
import { type AccessTokens, createAccessTokens } from '@gatehouse/identity/access-token'
import { Secret } from '@gatehouse/runtime/secret'
import { type Check, type Surface, promise } from '../engine/surface.ts'

const secret = 'the secret of the fuzzer, 32 bytes or more'
const nowMs = 1_760_000_000_000
const daySeconds = 86_400
const user = { id: '0190a000-0000-7000-8000-00000000000a', email: 'a@b.example' }
const header = '{"alg":"HS256","typ":"JWT"}'
const claims = `{"sub":"${user.id}","email":"${user.email}","iat":1760000000,"exp":1760000900}`

export function createTokens(): AccessTokens {
  const secrets = {
    current: new Secret(secret),
    previous: new Secret('an older secret, also of 32 bytes or more'),
  }
  return createAccessTokens(secrets, { wallMs: () => nowMs })
}

export async function checkAccessToken(tokens: Pick<AccessTokens, 'issue' | 'verify'>): Promise<Check> {
  const { token: issued } = await tokens.issue(user)
  promise((await tokens.verify(issued)) !== undefined, 'an issued token is accepted')
  return async (input) => {
    if (input[0] !== 0x7b) {
      const token = input.toString('latin1')
      promise((await tokens.verify(token)) === undefined || token === issued, 'a changed token is rejected')
      return
    }
    const text = input.toString()
    const end = text.indexOf('\n')
    const [head, body] = end < 0 ? [header, text] : [text.slice(0, end), text.slice(end + 1)]
    const accepted = await tokens.verify(signToken(head, body))
    if (accepted) checkClaims(parse(head), parse(body), accepted.userId)
  }
}

function checkClaims(head: Record<string, unknown>, given: Record<string, unknown>, userId: string): void {
  const seconds = nowMs / 1_000
  promise(head['alg'] === 'HS256', 'only HS256 is accepted')
  promise(Object.keys(given).sort().join() === 'email,exp,iat,sub', 'exactly the claims of our tokens')
  promise(given['sub'] === userId && /^[\da-f-]{36}$/i.test(userId), 'the subject is a user id')
  const expiry = Number(given['exp'])
  promise(expiry > seconds, 'an expired token is rejected')
  promise(expiry <= seconds + daySeconds, 'a token that is valid for too long is rejected')
}

function parse(text: string): Record<string, unknown> {
  return JSON.parse(text) as Record<string, unknown>
}

function signToken(head: string, body: string): string {
  const content = `${Buffer.from(head).toString('base64url')}.${Buffer.from(body).toString('base64url')}`
  return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`
}

export const surface: Surface = {
  name: 'access-token',
  inputBytesMax: 600,
  dictionary: [
    '"alg":"none"',
    '"alg":"HS512"',
    '"b64":false',
    '"crit":["b64"]',
    '"nbf":0',
    '"exp":',
    'e30',
    '.',
    '=',
    '1760086400',
    '1760086401',
  ],
  seeds: async () => {
    const { token } = await createTokens().issue(user)
    const others = [
      '{"alg":"none","typ":"JWT"}',
      '{"alg":"HS256","typ":"at+jwt","crit":["b64"],"b64":false}',
    ].map((head) => `${head}\n${claims}`)
    return [token, signToken('{"alg":"none"}', claims), `${header}\n${claims}`, ...others].map((text) =>
      Buffer.from(text),
    )
  },
  open: () => checkAccessToken(createTokens()),
}
