import Handlebars from 'handlebars'
import { RE2JS } from 're2js'
import { forEachChild, parse } from 'unbash'

/**
 * Packages that take long to be ready. The build puts a module in the place of this one that makes each ready when it is
 * first asked for: a start asks for none of them.
 */
export const handlebarsPackage = (): typeof Handlebars => Handlebars
export const re2Package = (): Pick<typeof RE2JS, 'compile'> => RE2JS
export const unbashPackage = (): { parse: typeof parse; forEachChild: typeof forEachChild } => ({ parse, forEachChild })
