import { changePassword as change } from '@gatehouse/identity/change-password'
import { requireUser } from '../../access/authorise.ts'
import { defineMutation } from '../../schema/define-operation.ts'
import { inputs } from '../../schema/input.ts'
import { auditActor } from '../audit-origin.ts'
import { setLoginCookies } from './login-origin.ts'
import { sessionType } from './session-type.ts'

export const changePassword = defineMutation({
  name: 'changePassword',
  description:
    'Replaces the password of the caller. Ends all sessions except the new one that this returns; access tokens already issued stay valid for at most 15 minutes.',
  inputs: { currentPassword: inputs.secret, newPassword: inputs.secret },
  returns: sessionType,
  // As high as login, because it also checks a password.
  cost: 3_000,
  async resolve(context, { currentPassword, newPassword }) {
    const { deps, viewer } = context
    const changed = await change(
      { ...deps, ...deps.identity },
      { user: await requireUser(viewer), current: currentPassword, next: newPassword },
      await auditActor(context),
    )
    setLoginCookies(context, changed)
    return changed
  },
})
