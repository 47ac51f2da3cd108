import { nextAddress } from '../../../gateway/gateway-setup.ts'
import type { Attack } from '../attack.ts'
import { logIn } from '../backend-owner.ts'

/** A stranger guesses a super admin's password from many addresses, also with a forged device cookie. */
export const lockout: Attack = {
  name: 'F17 lockout by a stranger',
  async run({ backend, owner, isShort }) {
    const ownAddress = nextAddress()
    const first = await logIn(backend.url, owner, { address: ownAddress })
    const guesses = isShort ? 12 : 60
    let refused = 0
    for (let turn = 0; turn < guesses; turn += 1) {
      const { code } = await logIn(
        backend.url,
        { ...owner, password: `guess number ${turn}` },
        { address: nextAddress(), cookie: turn % 2 === 0 ? '' : 'gatehouse_device=forged.token' },
      )
      if (code === 'identity.too_many_attempts') refused += 1
    }
    const after = await logIn(backend.url, owner, { address: ownAddress, cookie: first.cookie })
    return {
      faults: [
        ...(first.isIn ? [] : ['the owner could not log in at first']),
        ...(after.isIn ? [] : [`the owner is locked out: ${after.code}`]),
        ...(refused > 0 ? [] : ['no guess was refused']),
      ],
      says: `${guesses} guesses, ${refused} refused; the owner logs in on a known device: ${after.isIn ? 'yes' : 'no'}`,
    }
  },
}
