-- Names that changed between the last of the former migrations and the baseline. Run once, for a database of those
-- migrations that is carried over (`adoptOlderDatabase`); its functions and views are applied again afterwards.

do $$
declare
  pair text[];
  part record;
begin
  foreach pair slice 1 in array array[['public', 'holds', 'queue_claims'], ['public', 'awaited_listings', 'stock_alerts'],
    ['public', 'returned_listings', 'restocked_listings'], ['public', 'listing_visits', 'listing_views'],
    ['public', 'visit_salts', 'view_salts'], ['public', 'visit_marks', 'view_marks'],
    ['public', 'told_weeks', 'weekly_summaries'], ['public', 'sides_to_compare', 'parties_to_compare'],
    ['money', 'looked_at', 'check_progress']]
  loop
    execute format('alter table %I.%I rename to %I', pair[1], pair[2], pair[3]);
    -- Constraints, indexes and sequences begin with the name of their table.
    for part in
      select conname as name from pg_constraint where conrelid = format('%I.%I', pair[1], pair[3])::regclass
    loop
      execute format('alter table %I.%I rename constraint %I to %I', pair[1], pair[3], part.name,
        replace(part.name, pair[2], pair[3]));
    end loop;
    for part in
      select c.relname as name, c.relkind as kind from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = pair[1] and c.relkind in ('i', 'S') and starts_with(c.relname, pair[2] || '_')
    loop
      execute format('alter %s %I.%I rename to %I', case part.kind when 'i' then 'index' else 'sequence' end, pair[1],
        part.name, replace(part.name, pair[2], pair[3]));
    end loop;
  end loop;
end $$;

alter function turn_order(bigint, integer, text[], text[], text, bigint, timestamptz, timestamptz, text, text)
  rename to transition_order;
alter function turn_complaint(bigint, integer, text, text, text, text, bigint, timestamptz, timestamptz, text, text, jsonb, text, text, bigint)
  rename to transition_complaint;
alter function stop_of_sale(bigint) rename to sale_stop_reason;
alter function contested_sale(bigint) rename to is_sale_contested;
alter function stop_or_start_clock(bigint) rename to pause_or_resume_timer;
alter function note_lapsed_order() rename to store_missed_deadline;
alter function keep_parties() rename to refuse_party_change;
alter function tell_of_listing() rename to queue_listing_notifications;
alter function keep_search() rename to update_search_postings;
alter function mark_published() rename to copy_seller_marks;
alter function tell_ended_sessions(bigint[]) rename to publish_ended_sessions;
alter function close_lines_of_ended_sessions() rename to notify_ended_sessions;
alter function keep_accepted_terms() rename to store_accepted_terms;
alter function photo_is_named(text) rename to is_photo_in_use;
alter function goes_back_only(bigint) rename to must_refund_to_payer;
alter function goes_to_card_only(bigint) rename to must_refund_to_card;
alter function refuse_strangers_balance() rename to refuse_third_party_balance;
alter function refuse_card_as_balance() rename to refuse_card_balance;
alter function paid_unseen_by_stranger(bigint) rename to is_unreviewed_third_party_payment;
alter function weigh_strangers_payment() rename to record_third_party_payment;
alter function weigh_money_decision(text, bigint, text[], bigint) rename to lock_money_decision_sums;
alter function weigh_withdrawal() rename to record_withdrawal_decision;
alter function weigh_refund() rename to record_refund_decision;
alter function weigh_receipt() rename to record_receipt_decision;
alter function weigh_line_match() rename to record_line_match_decision;
alter function weigh_complaint_decision() rename to record_complaint_decision;
alter function weigh_forced_move() rename to record_forced_move_decision;
alter function refuse_alone(text) rename to require_two_people;
alter function writes_as_owner(oid) rename to is_table_owner;
alter function without_admin() rename to has_no_active_admin;
alter function money_people(bigint[], text[]) rename to beneficiary_keys;
alter function money_people_of_order(bigint, text) rename to beneficiary_keys_of_order;
alter function judge_sale(bigint) rename to assess_sale;
alter function judge_ended_sale() rename to assess_ended_sale;
alter function note_new_sign() rename to queue_sale_comparison;
alter function compare_sides(bigint) rename to compare_parties;
alter function note_seller_change() rename to queue_seller_change;
alter function note_new_scores() rename to queue_all_sellers;
alter function guard_hold() rename to guard_release_hold;
alter function guard_case_taker() rename to guard_case_handler;
alter function divide_refund(bigint, bigint, bigint) rename to split_refund;
alter function guard_refund_divided() rename to guard_refund_split;
alter function keep_ticket_words() rename to refuse_ticket_change;
alter function keep_ticket_file() rename to refuse_ticket_file_change;
alter function money.tie_case() rename to check_case;
alter function money.tie_blocks() rename to check_blocks;
alter function money.tie_parts() rename to check_parts;
alter function money.tie_settlement() rename to check_settlement;
alter function money.tie_stop() rename to check_stop;
alter function money.tie_compensation() rename to check_compensation;
alter function money.lock_waiting_order() rename to lock_unpaid_order;
alter function money.owed_to_us() rename to platform_receivables;
alter function write_clock() rename to rewrite_market_now;
alter function demand_delivery_proof() rename to require_delivery_proof;
alter function demand_refusal_proof() rename to require_refusal_proof;
alter function forget_delivery_files(bigint) rename to delete_delivery_files;
alter function forget_conversation(bigint) rename to delete_conversation;

alter table orders rename constraint orders_check5 to orders_delivery_data_fits;
alter table withdrawals rename constraint withdrawals_check2 to withdrawals_credit_part;
alter table complaints rename constraint complaints_check2 to complaints_closed;
alter table complaints rename constraint complaints_check3 to complaints_ended;
alter table complaints rename constraint complaints_check4 to complaints_promise;
alter table complaints rename constraint complaints_check5 to complaints_fulfilled;

alter trigger clock_is_written on clock rename to clock_offset_changed;
alter trigger complaint_decisions_weighed on complaint_decisions rename to complaint_decisions_recorded;
alter trigger forced_moves_weighed on forced_moves rename to forced_moves_recorded;
alter trigger line_matches_weighed_at_birth on line_matches rename to line_matches_recorded_at_insert;
alter trigger line_matches_weighed on line_matches rename to line_matches_recorded;
alter trigger payments_weighed on payments rename to payments_third_party_recorded;
alter trigger receipts_weighed on receipts rename to receipts_recorded;
alter trigger refunds_weighed_at_birth on refunds rename to refunds_recorded_at_insert;
alter trigger refunds_weighed on refunds rename to refunds_recorded;
alter trigger refunds_part_weighed on refunds rename to refunds_part_recorded;
alter trigger withdrawals_weighed on withdrawals rename to withdrawals_recorded;
alter trigger devices_compared on devices rename to devices_comparison_queued;
alter trigger payments_compared on payments rename to payments_comparison_queued;
alter trigger users_compared on users rename to users_comparison_queued;
alter trigger withdrawals_compared on withdrawals rename to withdrawals_comparison_queued;
alter trigger listings_marked_insert on listings rename to listings_seller_marks_insert;
alter trigger listings_marked_update on listings rename to listings_seller_marks_update;
alter trigger listings_news on listings rename to listings_notify;
alter trigger orders_judged on orders rename to orders_finished;
alter trigger orders_lapsed on orders rename to orders_missed_deadline;
alter trigger sessions_close_lines on sessions rename to sessions_notify_ended;
alter trigger ticket_files_kept on ticket_files rename to ticket_files_immutable;
alter trigger refunds_born on refunds rename to refunds_first_state;
alter trigger accounts_stay on money.accounts rename to accounts_not_deletable;
alter trigger line_matches_stay on line_matches rename to line_matches_not_deletable;
alter trigger receipts_stay on receipts rename to receipts_not_deletable;
alter trigger staff_proposals_stay on staff_proposals rename to staff_proposals_not_deletable;
alter trigger stock_units_stay on stock_units rename to stock_units_not_deletable;
