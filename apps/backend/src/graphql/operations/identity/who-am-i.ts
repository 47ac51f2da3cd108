import { requireUser } from '../../access/authorise.ts'
import { defineQuery } from '../../schema/define-operation.ts'
import { userType } from './user-type.ts'

export const whoAmI = defineQuery({
  name: 'whoAmI',
  description: 'The user to whom the access token was issued.',
  inputs: {},
  returns: userType,
  resolve: ({ viewer }) => requireUser(viewer),
})
