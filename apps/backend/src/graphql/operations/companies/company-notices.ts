import { type CompanyNotice, listCompanyNotices } from '@gatehouse/companies/company-notices'
import { defineQuery } from '../../schema/define-operation.ts'
import { inputs } from '../../schema/input.ts'
import { definePage, pageInputs, takePage } from '../../schema/page.ts'
import { defineObject, field, shapes } from '../../schema/shape.ts'

const noticeType = defineObject<CompanyNotice>(
  'CompanyNotice',
  'A notice that was mailed to the company’s admins, such as that model work is waiting.',
  {
    id: field(shapes.id, (notice) => notice.id),
    kind: field(shapes.string, (notice) => notice.kind),
    subject: field(shapes.string, (notice) => notice.subject),
    text: field(shapes.string, (notice) => notice.text),
    details: field(shapes.json, (notice) => notice.details),
    createdAt: field(shapes.time, (notice) => notice.createdAt),
  },
)

const connectionType = definePage('CompanyNoticeConnection', 'A page of notices.', noticeType)

export const companyNotices = defineQuery({
  name: 'companyNotices',
  description: 'The notices to the admins of the company, newest first.',
  inputs: { companyId: inputs.id, ...pageInputs },
  returns: connectionType,
  cost: 20,
  resolve: ({ deps }, { companyId, ...page }) =>
    takePage(page, (wanted) => listCompanyNotices(deps.database, { ...wanted, companyId })),
})
