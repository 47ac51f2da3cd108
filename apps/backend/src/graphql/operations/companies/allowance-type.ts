import { type Allowance, type ModelWork, remainingMicros } from '@gatehouse/allowances/allowance'
import { readAllowance, readModelWork } from '@gatehouse/allowances/read-allowance'
import { formatCredits } from '@gatehouse/credits/credit'
import { readUploadsOfDay } from '@gatehouse/documents/upload-days'
import type { UploadsOfDay } from '@gatehouse/documents/upload-quota'
import type { OperationDeps } from '../../operation-deps.ts'
import { defineObject, field, shapes } from '../../schema/shape.ts'

type CompanyAllowance = { quota: Allowance; work: ModelWork; uploads: UploadsOfDay; isWaiting: boolean }

export const allowanceType = defineObject<CompanyAllowance>(
  'CompanyAllowance',
  'Work that the platform does for the company at its own expense. Credits are decimals with six places; bytes are a Float because they exceed an Int.',
  {
    modelWorkCredits: field(shapes.string, ({ work }) => formatCredits(work.allowanceMicros)),
    modelWorkSpent: field(shapes.string, ({ work }) => formatCredits(work.spentMicros)),
    modelWorkLeft: field(shapes.string, ({ work }) => formatCredits(remainingMicros(work))),
    modelWorkRenewsAt: field(shapes.time, ({ work }) => work.renewsAt),
    isModelWorkWaiting: field(shapes.boolean, ({ isWaiting }) => isWaiting),
    documentsPerDay: field(shapes.int, ({ quota }) => quota.documentsPerDay),
    documentsToday: field(shapes.int, ({ uploads }) => uploads.documents),
    documentBytesPerDay: field(shapes.float, ({ quota }) => quota.documentBytesPerDay),
    documentBytesToday: field(shapes.float, ({ uploads }) => uploads.bytes),
    documentsRenewAt: field(shapes.time, ({ uploads }) => uploads.renewsAt),
  },
)

export async function readCompanyAllowance(
  { postgres, clock, defaultAllowance }: OperationDeps,
  companyId: string,
): Promise<CompanyAllowance> {
  const quota = await readAllowance(postgres, companyId, defaultAllowance)
  const work = await readModelWork({ postgres, clock, defaults: defaultAllowance }, companyId)
  const uploads = await readUploadsOfDay(postgres, companyId)
  const isWaiting = work.waitsUntil !== null && work.waitsUntil.getTime() > clock.wallMs()
  return { quota, work, uploads, isWaiting }
}
