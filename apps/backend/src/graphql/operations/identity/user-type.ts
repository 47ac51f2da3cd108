import type { User } from '@gatehouse/identity/users'
import { defineObject, field, shapes } from '../../schema/shape.ts'

/** Exactly the documented fields of whoAmI. */
export const userType = defineObject<User>('User', 'A user.', {
  id: field(shapes.id, (user) => user.id),
  email: field(shapes.string, (user) => user.email),
  isSuperAdmin: field(shapes.boolean, (user) => user.isSuperAdmin),
})
