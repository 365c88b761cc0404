import { type Database, number, type Row, text } from '../database/database.ts'
import { firstHead, type Head, writeHead } from './head.ts'
import { entriesDigest, treesDigest } from './marks.ts'
import { nothingBefore, type Sealed, type Sealer, type SealedBy } from '../seal.ts'
import { answerOf, sealAnswer } from '../tables/answers.ts'
import { grantOf, grantsDigest, sealGrant } from '../tables/grants.ts'
import type { Covered, ProjectRow } from '../tables/rows.ts'

/**
 * Gives each project of a database without heads its first one. Rows that were sealed by themselves are sealed again in
 * another way, so that this believes no row that was written later. Call it within the transaction that makes the table.
 */
export function sealFirstHeads(database: Database, by: SealedBy): void {
  for (const row of database.prepare('SELECT id, directory, revision FROM projects').all()) {
    const project: ProjectRow = { id: number(row, 'id'), directory: text(row, 'directory') }
    const counters = database.prepare('SELECT prefix, last FROM counters WHERE project = ?').all(project.id)
    const head: Head = {
      ...firstHead,
      revision: number(row, 'revision'),
      last: Object.fromEntries(counters.map((each) => [text(each, 'prefix'), number(each, 'last')])),
      answers: sealAnswers(database, by.sealer, project),
      grants: sealGrants(database, by.sealer, project),
      trees: treesDigest(database, by, project),
      entries: entriesDigest(database, by, project),
    }
    writeHead(database, by, project, head)
  }
}

/** What was sealed by nobody, or by a key that is gone, is not believed, and neither is what came before it. */
function sealAnswers(database: Database, sealer: Sealer, project: ProjectRow): Covered {
  let { after, seal } = firstHead.answers
  for (const row of rowsOf(database, 'answers', project)) {
    if (sealer.isSealed(answerFields(project, row), nothingBefore, row['seal']))
      seal = sealAnswer(database, sealer, project, row, seal)
    else ({ after, seal } = { ...firstHead.answers, after: number(row, 'id') })
  }
  return { after, seal }
}

function sealGrants(database: Database, sealer: Sealer, project: ProjectRow): Covered {
  let { after } = firstHead.grants
  for (const row of rowsOf(database, 'grants', project)) {
    const grant = grantOf(row)
    if (sealer.isSealed(grantFields(project, row), nothingBefore, row['seal']))
      sealGrant(database, sealer, project, grant)
    else if (grant.ended === null) after = grant.id
  }
  return { after, seal: grantsDigest(database, sealer, project, after) ?? firstHead.grants.seal }
}

const rowsOf = (database: Database, table: 'answers' | 'grants', { id }: ProjectRow): Row[] =>
  database.prepare(`SELECT * FROM ${table} WHERE project = ? ORDER BY id`).all(id)

/** What the seal of a row was over, before there were heads. */
function answerFields({ directory }: ProjectRow, row: Row): Sealed {
  const { record, fingerprint, at, via, name, decision, text: words } = answerOf(row)
  return ['answer', directory, record, fingerprint, at, via, name, decision, words]
}

function grantFields({ directory }: ProjectRow, row: Row): Sealed {
  const { id, fingerprint, subject, reach, record, at, via, name, ended } = grantOf(row)
  const end = [ended?.at ?? null, ended?.by ?? null]
  return ['grant', directory, id, fingerprint, subject, reach, record, at, via, name, ...end]
}
