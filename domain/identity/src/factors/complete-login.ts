// The second step of a login with a code: that of an authenticator app, or a recovery code.
import type { Clock } from '@gatehouse/runtime/clock'
import type { Seal } from '@gatehouse/runtime/seal'
import type { Secret } from '@gatehouse/runtime/secret'
import type { LoggedIn, LoginActor, LoginOrigin } from '../login/log-in.ts'
import { useFactorCode } from './check-code.ts'
import { type ConfirmDeps, confirmLogin } from './confirm-login.ts'
import { wrongCode } from './factor-faults.ts'

export type FactorDeps = ConfirmDeps & { clock: Pick<Clock, 'wallMs'>; seal: Seal }

export type SecondStep = LoginOrigin & { challenge: Secret; code: Secret }

export async function completeLogin(
  deps: FactorDeps,
  { code, ...step }: SecondStep,
  from: LoginActor,
): Promise<LoggedIn> {
  return confirmLogin(deps, step, async ({ user }) => async (tx) => {
    const by = { ...from, actor: { kind: 'user', id: user.id } } as const
    if (!(await useFactorCode({ ...deps, tx }, { userId: user.id, code }, by))) throw wrongCode()
  })
}
