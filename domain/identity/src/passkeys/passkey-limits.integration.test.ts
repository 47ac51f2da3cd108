import type { Secret } from '@gatehouse/runtime/secret'
import { openIdentity } from '@gatehouse/testkit/open-identity'
import { addUser } from '@gatehouse/testkit/seed-backend'
import { testOrigin } from '@gatehouse/testkit/seed-passkeys'
import { expect, test } from 'vitest'
import { beginPasskeyLogin } from './log-in-with-passkey.ts'

test('logins of a known device are counted for this device, apart from other devices and from the address', async () => {
  await using open = await openIdentity()
  const relyingParty = { id: new URL(testOrigin).hostname, origins: [testOrigin] }
  const user = await addUser(open.database, { password: 'four words and a number' })
  const begin = (deviceToken: Secret | undefined) =>
    beginPasskeyLogin(
      { ...open.deps, relyingParty },
      { addressRange: '192.0.2.1', deviceToken, challenge: undefined },
    ).then(
      () => 'done',
      (thrown: unknown) => (thrown as { code: string }).code,
    )
  const aDevice = () => open.deps.devices.issue({ userId: user.id, generation: 1 }).token
  const [first, second] = [aDevice(), aDevice()]
  for (let attempt = 0; attempt < 10; attempt += 1) expect(await begin(first)).toBe('done')
  expect(await begin(first)).toBe('identity.too_many_attempts')
  expect(await begin(second)).toBe('done')
  expect(await begin(undefined)).toBe('done')
})
