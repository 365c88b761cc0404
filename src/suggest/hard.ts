import { runs } from '../core/operators/shell.ts'

/**
 * What only a person decides: what destroys or cannot be undone, what is secret or pays, how things are built. Words of a
 * question with its options; rather too many than too few, since a person can still write a rule.
 */
const words =
  /\b(?:secur|secret|credential|passw|token|\bkeys?\b|auth|encrypt|permission|licen[cs]|legal|privacy|gdpr|delet|destroy|destruct|drop|remov|eras|purg|wipe|overwrit|truncat|reset|rever|rollback|roll back|force|migrat|architect|schema|breaking|deploy|releas|publish|product|billing|payment|price|paid|cost)/i

/** Commands that destroy, leave the machine or take other rights; a team that wants one of them writes it itself. */
const commands = [
  '{rm,rmdir,unlink,shred,dd,truncate,mkfs*,sudo,su,doas,chmod,chown,kill,pkill,killall,shutdown,reboot} *',
  '{ssh,scp,sftp,rsync,nc,telnet,ftp} *',
  'git {push,reset,clean,rebase,filter-branch,gc,reflog,rm,restore,update-ref} *',
  'git {checkout,branch,stash,tag,worktree} {-f,-D,-d,--,--force,--delete,--hard,drop,clear,remove} *',
  'git {checkout,branch,stash,tag,worktree} * {-f,-D,-d,--,--force,--delete,--hard,drop,clear,remove} *',
  '{npm,pnpm,yarn,bun,cargo,gem,twine,poetry,docker,podman} {publish,unpublish,push,login,logout,deprecate,yank} *',
  '{kubectl,helm,terraform,tofu,pulumi,aws,gcloud,az,heroku,vercel,netlify,fly,flyctl} *',
  '{psql,mysql,sqlite3,mongosh,redis-cli,dropdb,createdb} *',
  'find {-delete,-exec} *',
  'find * {-delete,-exec,-execdir,-ok} *',
  'find * * {-delete,-exec,-execdir,-ok} *',
  'find * * * {-delete,-exec,-execdir,-ok} *',
  '{docker,podman} {rm,rmi,system,volume,compose,kill,stop} *',
  'gh *',
  '* prisma migrate *',
  '* wrangler *',
  '{curl,wget} *',
]

/** True for a question that no policy answers. */
export const isHardQuestion = (text: string): boolean => words.test(text)

/** True for a command that no suggestion lets through without a person. */
export const isHardCommand = (command: string): boolean => runs(command, commands)
