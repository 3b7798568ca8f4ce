/** Codes of Node, the system, databases and services, and the class of failure that each of them means (SPEC TRI-3, TRI-4). */
import type { FailureClass } from '../incident/nouns.ts';

/** The service, the network or the machine is it: for a person. */
export const outage: ReadonlyMap<string, FailureClass> = new Map([
  ...table(
    'connection',
    'ECONNREFUSED ECONNRESET EPIPE ENETUNREACH EHOSTUNREACH ENETDOWN EHOSTDOWN ECONNABORTED_ UND_ERR_SOCKET ECONNCLOSED NR_CLOSED ESOCKET ECONNECTION PROTOCOL_CONNECTION_LOST P1001 P1017 08000 08001 08003 08004 08006 57P01 57P02 57P03 53300 53400 ER_CON_COUNT_ERROR ER_TOO_MANY_USER_CONNECTIONS',
  ),
  ...table('dns', 'ENOTFOUND EAI_AGAIN EAI_FAIL EAI_NODATA EAI_NONAME EAI_SERVICE ESERVFAIL EREFUSED ENODATA EDNS'),
  ...table(
    'timeout',
    'ETIMEDOUT ETIMEOUT ESOCKETTIMEDOUT ECONNABORTED UND_ERR_CONNECT_TIMEOUT UND_ERR_HEADERS_TIMEOUT UND_ERR_BODY_TIMEOUT ERR_SOCKET_CONNECTION_TIMEOUT P1002 P1008 P2024 PROTOCOL_SEQUENCE_TIMEOUT',
  ),
  ...table('disk_full', 'ENOSPC EDQUOT SQLITE_FULL 53100 ER_DISK_FULL ER_RECORD_FILE_FULL'),
  ...table(
    'auth',
    '28P01 28000 ER_ACCESS_DENIED_ERROR ER_DBACCESS_DENIED_ERROR P1000 P1010 NOAUTH WRONGPASS EAUTH ELOGIN ORA-01017 invalid_api_key authentication_error InvalidClientTokenId UnrecognizedClientException SignatureDoesNotMatch InvalidAccessKeyId ExpiredToken ExpiredTokenException InvalidSignatureException AccessDeniedException AuthFailure invalid_grant CredentialsProviderError',
  ),
  ...table(
    'billing',
    'insufficient_quota billing_hard_limit_reached billing_not_active payment_required card_declined',
  ),
  ...table(
    'rate_limited',
    'rate_limit_exceeded rate_limit_error ThrottlingException TooManyRequestsException RequestLimitExceeded slow_down',
  ),
]);

function table(name: FailureClass, codes: string): [string, FailureClass][] {
  return codes.split(' ').map((code) => [code, name]);
}

/** What one code always means. */
export const plain: ReadonlyMap<string, FailureClass> = new Map([
  ...table(
    'missing_module',
    'MODULE_NOT_FOUND ERR_MODULE_NOT_FOUND ERR_UNKNOWN_BUILTIN_MODULE ERR_UNSUPPORTED_DIR_IMPORT ERR_INVALID_MODULE_SPECIFIER ERR_DLOPEN_FAILED ERR_PACKAGE_IMPORT_NOT_DEFINED',
  ),
  ...table(
    'module_format',
    'ERR_REQUIRE_ESM ERR_REQUIRE_ASYNC_MODULE ERR_REQUIRE_CYCLE_MODULE ERR_AMBIGUOUS_MODULE_SYNTAX ERR_UNKNOWN_FILE_EXTENSION ERR_IMPORT_ATTRIBUTE_MISSING ERR_IMPORT_ASSERTION_TYPE_MISSING ERR_IMPORT_ATTRIBUTE_TYPE_INCOMPATIBLE ERR_IMPORT_ASSERTION_TYPE_FAILED ERR_IMPORT_ATTRIBUTE_UNSUPPORTED ERR_UNKNOWN_MODULE_FORMAT ERR_UNSUPPORTED_NODE_MODULES_TYPE_STRIPPING ERR_PACKAGE_PATH_NOT_EXPORTED',
  ),
  ...table('syntax', 'ERR_INVALID_TYPESCRIPT_SYNTAX ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX'),
  ...table(
    'config',
    'ERR_INVALID_PACKAGE_CONFIG ERR_INVALID_PACKAGE_TARGET ERR_SOCKET_BAD_PORT EADDRNOTAVAIL EJSONPARSE',
  ),
  ...table('port_conflict', 'EADDRINUSE'),
  ...table('missing_file', 'ENOENT ENOTDIR'),
  ...table('file_descriptors', 'EMFILE ENFILE'),
  ...table('out_of_memory', 'ERR_WORKER_OUT_OF_MEMORY ENOMEM'),
  ...table('assertion', 'ERR_ASSERTION'),
  ...table(
    'type',
    'ERR_INVALID_ARG_TYPE ERR_INVALID_ARG_VALUE ERR_INVALID_URL ERR_INVALID_CHAR ERR_INVALID_RETURN_VALUE',
  ),
  ...table('range', 'ERR_OUT_OF_RANGE ERR_STRING_TOO_LONG ERR_BUFFER_OUT_OF_BOUNDS ERR_HTTP_INVALID_STATUS_CODE'),
]);

const locks = /^(?:SQLITE_BUSY(?:_\w+)?|55P03|40P01|ER_LOCK_WAIT_TIMEOUT|ER_LOCK_DEADLOCK|P2034)$/;

/** What the database was asked for is held by another process or transaction; by one of this very connection, it says so in other words. */
export function isLocked(code: string | undefined, message: string): boolean {
  if (/statements? in progress|table is locked/i.test(message)) return false;
  return (
    locks.test(code ?? '') ||
    /^(?:\w+: )?(?:SQLITE_BUSY: )?(?:database is locked$|deadlock detected$|canceling statement due to lock timeout$|Lock wait timeout exceeded; try restarting transaction$)/i.test(
      message,
    )
  );
}
