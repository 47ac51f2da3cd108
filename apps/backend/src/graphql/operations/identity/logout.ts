import { endSession } from '@gatehouse/identity/sessions'
import { requireUser } from '../../access/authorise.ts'
import { defineMutation } from '../../schema/define-operation.ts'
import { shapes } from '../../schema/shape.ts'

export const logout = defineMutation({
  name: 'logout',
  description:
    'Ends the session of the cookie. False if there was none. Access tokens stay valid until they expire.',
  inputs: {},
  returns: shapes.boolean,
  async resolve({ deps, viewer, refreshCookie }) {
    const { id } = await requireUser(viewer)
    const token = refreshCookie.read()
    refreshCookie.clear()
    return token ? endSession(deps.database, { userId: id, token }) : false
  },
})
