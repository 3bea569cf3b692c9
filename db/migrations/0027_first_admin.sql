-- The link that makes the first administrator in the browser; it belongs to no account yet.
alter table one_time_secrets drop constraint one_time_secrets_kind_check,
  add constraint one_time_secrets_kind_check
    check (kind in ('email_confirmation', 'email_proof', 'phone_confirmation', 'password_reset',
      'email_change_old', 'email_change_new', 'passkey_registration', 'passkey_sign_in', 'passkey_proof',
      'oidc_nonce', 'oidc_registration', 'first_admin'));
