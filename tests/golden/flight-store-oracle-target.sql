SELECT message_log.IDENTITY_KEY
  FROM message_log
  WHERE message_log.IDENTITY_KEY = :IDENTITY_KEY_1;

SELECT schd_gen.GENERATION, schd_gen.LAST_MESSAGE_ID, schd_gen.RECORD_VERSION
  FROM schd_gen
  WHERE schd_gen.FDAY = :FDAY_1;

SELECT flight.FLID, flight.FDAY, flight.RECORD_VERSION, flight.SCHD_GEN
  FROM flight
  WHERE flight.FLID IN (:FLID_1_1)
  ORDER BY flight.FLID;

SELECT flight.FLID, flight.FDAY, flight.RECORD_VERSION, flight.SCHD_GEN
  FROM flight
  WHERE flight.FLID IN (:FLID_1_1)
  ORDER BY flight.FLID
  FOR UPDATE;

SELECT flight.FLID, flight.FDAY, flight.SCHD_GEN, flight.RECORD_VERSION, flight.CREATED_AT, flight.UPDATED_AT, flight.FLNO, flight.FSTS, flight.ACTY, flight.REGN, flight.STOD, flight.ETOD, flight.ATOD, flight.STOA, flight.ETOA, flight.ATOA, flight.REMK, flight.FDIV_APCD, flight.FDIV_DATM, flight.FDIV_RESN, flight.FRET_DATM, flight.FRET_RESN, flight.FLAB_DATM, flight.FLAB_RESN, flight.SRVT_TEXT, flight.VIPF_TEXT, flight.MAFL_TEXT
  FROM flight
  WHERE flight.FLID IN (:FLID_1_1)
  ORDER BY flight.FLID;

INSERT INTO flight (FLID, FDAY, SCHD_GEN, RECORD_VERSION, CREATED_AT, UPDATED_AT, FLNO, FSTS, ACTY, REGN, STOD, ETOD, ATOD, STOA, ETOA, ATOA, REMK, FDIV_APCD, FDIV_DATM, FDIV_RESN, FRET_DATM, FRET_RESN, FLAB_DATM, FLAB_RESN, SRVT_TEXT, VIPF_TEXT, MAFL_TEXT)
  VALUES (:FLID, :FDAY, :SCHD_GEN, :RECORD_VERSION, :CREATED_AT, :UPDATED_AT, :FLNO, :FSTS, :ACTY, :REGN, :STOD, :ETOD, :ATOD, :STOA, :ETOA, :ATOA, :REMK, :FDIV_APCD, :FDIV_DATM, :FDIV_RESN, :FRET_DATM, :FRET_RESN, :FLAB_DATM, :FLAB_RESN, :SRVT_TEXT, :VIPF_TEXT, :MAFL_TEXT);

INSERT INTO flight_gate (FLID, ORDINAL, SOURCE_SEQ, RECORD_VERSION, CREATED_AT, UPDATED_AT, GATE, GTOP, GTCL)
  VALUES (:FLID, :ORDINAL, :SOURCE_SEQ, :RECORD_VERSION, :CREATED_AT, :UPDATED_AT, :GATE, :GTOP, :GTCL);

INSERT INTO flight_checkin (FLID, ORDINAL, SOURCE_SEQ, RECORD_VERSION, CREATED_AT, UPDATED_AT, CHKC, CABN, CKOP, CKCL)
  VALUES (:FLID, :ORDINAL, :SOURCE_SEQ, :RECORD_VERSION, :CREATED_AT, :UPDATED_AT, :CHKC, :CABN, :CKOP, :CKCL);

INSERT INTO flight_delay (FLID, ORDINAL, SOURCE_SEQ, RECORD_VERSION, CREATED_AT, UPDATED_AT, DLCD, DLMN, DLRS)
  VALUES (:FLID, :ORDINAL, :SOURCE_SEQ, :RECORD_VERSION, :CREATED_AT, :UPDATED_AT, :DLCD, :DLMN, :DLRS);

INSERT INTO flight_route_point (FLID, ORDINAL, SOURCE_SEQ, RECORD_VERSION, CREATED_AT, UPDATED_AT, ROUTE_KIND, APCD, RTAR, RTDP)
  VALUES (:FLID, :ORDINAL, :SOURCE_SEQ, :RECORD_VERSION, :CREATED_AT, :UPDATED_AT, :ROUTE_KIND, :APCD, :RTAR, :RTDP);

INSERT INTO message_log (IDENTITY_KEY, MESSAGE_KIND, RECORD_VERSION, CREATED_AT)
  VALUES (:IDENTITY_KEY, :MESSAGE_KIND, :RECORD_VERSION, :CREATED_AT);

SELECT flight.FLID, flight.FDAY, flight.SCHD_GEN, flight.RECORD_VERSION, flight.CREATED_AT, flight.UPDATED_AT, flight.FLNO, flight.FSTS, flight.ACTY, flight.REGN, flight.STOD, flight.ETOD, flight.ATOD, flight.STOA, flight.ETOA, flight.ATOA, flight.REMK, flight.FDIV_APCD, flight.FDIV_DATM, flight.FDIV_RESN, flight.FRET_DATM, flight.FRET_RESN, flight.FLAB_DATM, flight.FLAB_RESN, flight.SRVT_TEXT, flight.VIPF_TEXT, flight.MAFL_TEXT
  FROM flight
  ORDER BY flight.FLID;

SELECT flight_gate.FLID, flight_gate.ORDINAL, flight_gate.SOURCE_SEQ, flight_gate.RECORD_VERSION, flight_gate.CREATED_AT, flight_gate.UPDATED_AT, flight_gate.GATE, flight_gate.GTOP, flight_gate.GTCL
  FROM flight_gate
  ORDER BY flight_gate.FLID, flight_gate.ORDINAL;

SELECT flight_checkin.FLID, flight_checkin.ORDINAL, flight_checkin.SOURCE_SEQ, flight_checkin.RECORD_VERSION, flight_checkin.CREATED_AT, flight_checkin.UPDATED_AT, flight_checkin.CHKC, flight_checkin.CABN, flight_checkin.CKOP, flight_checkin.CKCL
  FROM flight_checkin
  ORDER BY flight_checkin.FLID, flight_checkin.ORDINAL;

SELECT flight_belt.FLID, flight_belt.ORDINAL, flight_belt.SOURCE_SEQ, flight_belt.RECORD_VERSION, flight_belt.CREATED_AT, flight_belt.UPDATED_AT, flight_belt.BELT, flight_belt.BLFB, flight_belt.BLLB
  FROM flight_belt
  ORDER BY flight_belt.FLID, flight_belt.ORDINAL;

SELECT flight_stand_plan.FLID, flight_stand_plan.ORDINAL, flight_stand_plan.SOURCE_SEQ, flight_stand_plan.RECORD_VERSION, flight_stand_plan.CREATED_AT, flight_stand_plan.UPDATED_AT, flight_stand_plan.STND, flight_stand_plan.PSIN, flight_stand_plan.PSOU
  FROM flight_stand_plan
  ORDER BY flight_stand_plan.FLID, flight_stand_plan.ORDINAL;

SELECT flight_chute.FLID, flight_chute.ORDINAL, flight_chute.SOURCE_SEQ, flight_chute.RECORD_VERSION, flight_chute.CREATED_AT, flight_chute.UPDATED_AT, flight_chute.CHUT, flight_chute.CHOP, flight_chute.CHCL
  FROM flight_chute
  ORDER BY flight_chute.FLID, flight_chute.ORDINAL;

SELECT flight_delay.FLID, flight_delay.ORDINAL, flight_delay.SOURCE_SEQ, flight_delay.RECORD_VERSION, flight_delay.CREATED_AT, flight_delay.UPDATED_AT, flight_delay.DLCD, flight_delay.DLMN, flight_delay.DLRS
  FROM flight_delay
  ORDER BY flight_delay.FLID, flight_delay.ORDINAL;

SELECT flight_bridge_op.FLID, flight_bridge_op.ORDINAL, flight_bridge_op.SOURCE_SEQ, flight_bridge_op.RECORD_VERSION, flight_bridge_op.CREATED_AT, flight_bridge_op.UPDATED_AT, flight_bridge_op.BRDG, flight_bridge_op.ABOP, flight_bridge_op.ABAT
  FROM flight_bridge_op
  ORDER BY flight_bridge_op.FLID, flight_bridge_op.ORDINAL;

SELECT flight_chock_op.FLID, flight_chock_op.ORDINAL, flight_chock_op.SOURCE_SEQ, flight_chock_op.RECORD_VERSION, flight_chock_op.CREATED_AT, flight_chock_op.UPDATED_AT, flight_chock_op.CHID, flight_chock_op.CHAT
  FROM flight_chock_op
  ORDER BY flight_chock_op.FLID, flight_chock_op.ORDINAL;

SELECT flight_route_point.FLID, flight_route_point.ORDINAL, flight_route_point.SOURCE_SEQ, flight_route_point.RECORD_VERSION, flight_route_point.CREATED_AT, flight_route_point.UPDATED_AT, flight_route_point.ROUTE_KIND, flight_route_point.APCD, flight_route_point.RTAR, flight_route_point.RTDP
  FROM flight_route_point
  ORDER BY flight_route_point.FLID, flight_route_point.ROUTE_KIND, flight_route_point.ORDINAL;

SELECT schd_gen.FDAY, schd_gen.GENERATION, schd_gen.LAST_MESSAGE_ID, schd_gen.RECORD_VERSION, schd_gen.UPDATED_AT
  FROM schd_gen
  ORDER BY schd_gen.FDAY;

SELECT message_log.IDENTITY_KEY, message_log.MESSAGE_KIND, message_log.RECORD_VERSION, message_log.CREATED_AT
  FROM message_log
  ORDER BY message_log.IDENTITY_KEY;

SELECT flight_gate.FLID, flight_gate.ORDINAL, flight_gate.SOURCE_SEQ, flight_gate.RECORD_VERSION, flight_gate.CREATED_AT, flight_gate.UPDATED_AT, flight_gate.GATE, flight_gate.GTOP, flight_gate.GTCL
  FROM flight_gate
  WHERE flight_gate.FLID IN (:FLID_1_1)
  ORDER BY flight_gate.FLID, flight_gate.ORDINAL;

SELECT flight_checkin.FLID, flight_checkin.ORDINAL, flight_checkin.SOURCE_SEQ, flight_checkin.RECORD_VERSION, flight_checkin.CREATED_AT, flight_checkin.UPDATED_AT, flight_checkin.CHKC, flight_checkin.CABN, flight_checkin.CKOP, flight_checkin.CKCL
  FROM flight_checkin
  WHERE flight_checkin.FLID IN (:FLID_1_1)
  ORDER BY flight_checkin.FLID, flight_checkin.ORDINAL;

SELECT flight_belt.FLID, flight_belt.ORDINAL, flight_belt.SOURCE_SEQ, flight_belt.RECORD_VERSION, flight_belt.CREATED_AT, flight_belt.UPDATED_AT, flight_belt.BELT, flight_belt.BLFB, flight_belt.BLLB
  FROM flight_belt
  WHERE flight_belt.FLID IN (:FLID_1_1)
  ORDER BY flight_belt.FLID, flight_belt.ORDINAL;

SELECT flight_stand_plan.FLID, flight_stand_plan.ORDINAL, flight_stand_plan.SOURCE_SEQ, flight_stand_plan.RECORD_VERSION, flight_stand_plan.CREATED_AT, flight_stand_plan.UPDATED_AT, flight_stand_plan.STND, flight_stand_plan.PSIN, flight_stand_plan.PSOU
  FROM flight_stand_plan
  WHERE flight_stand_plan.FLID IN (:FLID_1_1)
  ORDER BY flight_stand_plan.FLID, flight_stand_plan.ORDINAL;

SELECT flight_chute.FLID, flight_chute.ORDINAL, flight_chute.SOURCE_SEQ, flight_chute.RECORD_VERSION, flight_chute.CREATED_AT, flight_chute.UPDATED_AT, flight_chute.CHUT, flight_chute.CHOP, flight_chute.CHCL
  FROM flight_chute
  WHERE flight_chute.FLID IN (:FLID_1_1)
  ORDER BY flight_chute.FLID, flight_chute.ORDINAL;

SELECT flight_delay.FLID, flight_delay.ORDINAL, flight_delay.SOURCE_SEQ, flight_delay.RECORD_VERSION, flight_delay.CREATED_AT, flight_delay.UPDATED_AT, flight_delay.DLCD, flight_delay.DLMN, flight_delay.DLRS
  FROM flight_delay
  WHERE flight_delay.FLID IN (:FLID_1_1)
  ORDER BY flight_delay.FLID, flight_delay.ORDINAL;

SELECT flight_bridge_op.FLID, flight_bridge_op.ORDINAL, flight_bridge_op.SOURCE_SEQ, flight_bridge_op.RECORD_VERSION, flight_bridge_op.CREATED_AT, flight_bridge_op.UPDATED_AT, flight_bridge_op.BRDG, flight_bridge_op.ABOP, flight_bridge_op.ABAT
  FROM flight_bridge_op
  WHERE flight_bridge_op.FLID IN (:FLID_1_1)
  ORDER BY flight_bridge_op.FLID, flight_bridge_op.ORDINAL;

SELECT flight_chock_op.FLID, flight_chock_op.ORDINAL, flight_chock_op.SOURCE_SEQ, flight_chock_op.RECORD_VERSION, flight_chock_op.CREATED_AT, flight_chock_op.UPDATED_AT, flight_chock_op.CHID, flight_chock_op.CHAT
  FROM flight_chock_op
  WHERE flight_chock_op.FLID IN (:FLID_1_1)
  ORDER BY flight_chock_op.FLID, flight_chock_op.ORDINAL;

SELECT flight_route_point.FLID, flight_route_point.ORDINAL, flight_route_point.SOURCE_SEQ, flight_route_point.RECORD_VERSION, flight_route_point.CREATED_AT, flight_route_point.UPDATED_AT, flight_route_point.ROUTE_KIND, flight_route_point.APCD, flight_route_point.RTAR, flight_route_point.RTDP
  FROM flight_route_point
  WHERE flight_route_point.FLID IN (:FLID_1_1)
  ORDER BY flight_route_point.FLID, flight_route_point.ORDINAL;

UPDATE flight
  SET FDAY=:new_FDAY, RECORD_VERSION=:new_RECORD_VERSION, UPDATED_AT=:new_UPDATED_AT, FDIV_APCD=:new_FDIV_APCD, FDIV_DATM=:new_FDIV_DATM, FDIV_RESN=:new_FDIV_RESN
  WHERE flight.FLID = :key_FLID;

DELETE
  FROM flight_gate
  WHERE flight_gate.FLID IN (:FLID_1_1);

DELETE
  FROM flight_checkin
  WHERE flight_checkin.FLID IN (:FLID_1_1);

DELETE
  FROM flight_route_point
  WHERE flight_route_point.FLID IN (:FLID_1_1) AND flight_route_point.ROUTE_KIND = :ROUTE_KIND_1;

SELECT flight.FLID, flight.FDAY, flight.RECORD_VERSION, flight.SCHD_GEN
  FROM flight
  WHERE flight.FLID IN (:FLID_1_1, :FLID_1_2, :FLID_1_3)
  ORDER BY flight.FLID;

SELECT flight.FLID, flight.FDAY, flight.RECORD_VERSION, flight.SCHD_GEN
  FROM flight
  WHERE flight.FDAY = :FDAY_1
  ORDER BY flight.FLID;

SELECT schd_gen.GENERATION, schd_gen.LAST_MESSAGE_ID, schd_gen.RECORD_VERSION
  FROM schd_gen
  WHERE schd_gen.FDAY = :FDAY_1
  FOR UPDATE;

SELECT flight.FLID, flight.FDAY, flight.RECORD_VERSION, flight.SCHD_GEN
  FROM flight
  WHERE flight.FLID IN (:FLID_1_1, :FLID_1_2, :FLID_1_3)
  ORDER BY flight.FLID
  FOR UPDATE;

SELECT flight.FLID, flight.FDAY, flight.SCHD_GEN, flight.RECORD_VERSION, flight.CREATED_AT, flight.UPDATED_AT, flight.FLNO, flight.FSTS, flight.ACTY, flight.REGN, flight.STOD, flight.ETOD, flight.ATOD, flight.STOA, flight.ETOA, flight.ATOA, flight.REMK, flight.FDIV_APCD, flight.FDIV_DATM, flight.FDIV_RESN, flight.FRET_DATM, flight.FRET_RESN, flight.FLAB_DATM, flight.FLAB_RESN, flight.SRVT_TEXT, flight.VIPF_TEXT, flight.MAFL_TEXT
  FROM flight
  WHERE flight.FLID IN (:FLID_1_1, :FLID_1_2, :FLID_1_3)
  ORDER BY flight.FLID;

UPDATE flight
  SET FDAY=:new_FDAY, SCHD_GEN=:new_SCHD_GEN, RECORD_VERSION=:new_RECORD_VERSION, UPDATED_AT=:new_UPDATED_AT, FLNO=:new_FLNO
  WHERE flight.FLID = :key_FLID;

INSERT INTO schd_gen (FDAY, GENERATION, LAST_MESSAGE_ID, RECORD_VERSION, UPDATED_AT)
  VALUES (:FDAY, :GENERATION, :LAST_MESSAGE_ID, :RECORD_VERSION, :UPDATED_AT);

UPDATE flight
  SET FDAY=:new_FDAY, RECORD_VERSION=:new_RECORD_VERSION, UPDATED_AT=:new_UPDATED_AT, FLNO=:new_FLNO
  WHERE flight.FLID = :key_FLID;

UPDATE flight
  SET FDAY=:new_FDAY, RECORD_VERSION=:new_RECORD_VERSION, UPDATED_AT=:new_UPDATED_AT
  WHERE flight.FLID = :key_FLID;

SELECT flight.FLID, flight.FDAY, flight.RECORD_VERSION, flight.SCHD_GEN
  FROM flight
  WHERE flight.FLID IN (:FLID_1_1, :FLID_1_2)
  ORDER BY flight.FLID;

SELECT flight.FLID, flight.FDAY, flight.RECORD_VERSION, flight.SCHD_GEN
  FROM flight
  WHERE flight.FLID IN (:FLID_1_1, :FLID_1_2, :FLID_1_3, :FLID_1_4, :FLID_1_5)
  ORDER BY flight.FLID
  FOR UPDATE;

SELECT flight.FLID, flight.FDAY, flight.SCHD_GEN, flight.RECORD_VERSION, flight.CREATED_AT, flight.UPDATED_AT, flight.FLNO, flight.FSTS, flight.ACTY, flight.REGN, flight.STOD, flight.ETOD, flight.ATOD, flight.STOA, flight.ETOA, flight.ATOA, flight.REMK, flight.FDIV_APCD, flight.FDIV_DATM, flight.FDIV_RESN, flight.FRET_DATM, flight.FRET_RESN, flight.FLAB_DATM, flight.FLAB_RESN, flight.SRVT_TEXT, flight.VIPF_TEXT, flight.MAFL_TEXT
  FROM flight
  WHERE flight.FLID IN (:FLID_1_1, :FLID_1_2)
  ORDER BY flight.FLID;

SELECT flight_gate.FLID, flight_gate.ORDINAL, flight_gate.SOURCE_SEQ, flight_gate.RECORD_VERSION, flight_gate.CREATED_AT, flight_gate.UPDATED_AT, flight_gate.GATE, flight_gate.GTOP, flight_gate.GTCL
  FROM flight_gate
  WHERE flight_gate.FLID IN (:FLID_1_1, :FLID_1_2)
  ORDER BY flight_gate.FLID, flight_gate.ORDINAL;

SELECT flight_checkin.FLID, flight_checkin.ORDINAL, flight_checkin.SOURCE_SEQ, flight_checkin.RECORD_VERSION, flight_checkin.CREATED_AT, flight_checkin.UPDATED_AT, flight_checkin.CHKC, flight_checkin.CABN, flight_checkin.CKOP, flight_checkin.CKCL
  FROM flight_checkin
  WHERE flight_checkin.FLID IN (:FLID_1_1, :FLID_1_2)
  ORDER BY flight_checkin.FLID, flight_checkin.ORDINAL;

SELECT flight_belt.FLID, flight_belt.ORDINAL, flight_belt.SOURCE_SEQ, flight_belt.RECORD_VERSION, flight_belt.CREATED_AT, flight_belt.UPDATED_AT, flight_belt.BELT, flight_belt.BLFB, flight_belt.BLLB
  FROM flight_belt
  WHERE flight_belt.FLID IN (:FLID_1_1, :FLID_1_2)
  ORDER BY flight_belt.FLID, flight_belt.ORDINAL;

SELECT flight_stand_plan.FLID, flight_stand_plan.ORDINAL, flight_stand_plan.SOURCE_SEQ, flight_stand_plan.RECORD_VERSION, flight_stand_plan.CREATED_AT, flight_stand_plan.UPDATED_AT, flight_stand_plan.STND, flight_stand_plan.PSIN, flight_stand_plan.PSOU
  FROM flight_stand_plan
  WHERE flight_stand_plan.FLID IN (:FLID_1_1, :FLID_1_2)
  ORDER BY flight_stand_plan.FLID, flight_stand_plan.ORDINAL;

SELECT flight_chute.FLID, flight_chute.ORDINAL, flight_chute.SOURCE_SEQ, flight_chute.RECORD_VERSION, flight_chute.CREATED_AT, flight_chute.UPDATED_AT, flight_chute.CHUT, flight_chute.CHOP, flight_chute.CHCL
  FROM flight_chute
  WHERE flight_chute.FLID IN (:FLID_1_1, :FLID_1_2)
  ORDER BY flight_chute.FLID, flight_chute.ORDINAL;

SELECT flight_delay.FLID, flight_delay.ORDINAL, flight_delay.SOURCE_SEQ, flight_delay.RECORD_VERSION, flight_delay.CREATED_AT, flight_delay.UPDATED_AT, flight_delay.DLCD, flight_delay.DLMN, flight_delay.DLRS
  FROM flight_delay
  WHERE flight_delay.FLID IN (:FLID_1_1, :FLID_1_2)
  ORDER BY flight_delay.FLID, flight_delay.ORDINAL;

SELECT flight_bridge_op.FLID, flight_bridge_op.ORDINAL, flight_bridge_op.SOURCE_SEQ, flight_bridge_op.RECORD_VERSION, flight_bridge_op.CREATED_AT, flight_bridge_op.UPDATED_AT, flight_bridge_op.BRDG, flight_bridge_op.ABOP, flight_bridge_op.ABAT
  FROM flight_bridge_op
  WHERE flight_bridge_op.FLID IN (:FLID_1_1, :FLID_1_2)
  ORDER BY flight_bridge_op.FLID, flight_bridge_op.ORDINAL;

SELECT flight_chock_op.FLID, flight_chock_op.ORDINAL, flight_chock_op.SOURCE_SEQ, flight_chock_op.RECORD_VERSION, flight_chock_op.CREATED_AT, flight_chock_op.UPDATED_AT, flight_chock_op.CHID, flight_chock_op.CHAT
  FROM flight_chock_op
  WHERE flight_chock_op.FLID IN (:FLID_1_1, :FLID_1_2)
  ORDER BY flight_chock_op.FLID, flight_chock_op.ORDINAL;

SELECT flight_route_point.FLID, flight_route_point.ORDINAL, flight_route_point.SOURCE_SEQ, flight_route_point.RECORD_VERSION, flight_route_point.CREATED_AT, flight_route_point.UPDATED_AT, flight_route_point.ROUTE_KIND, flight_route_point.APCD, flight_route_point.RTAR, flight_route_point.RTDP
  FROM flight_route_point
  WHERE flight_route_point.FLID IN (:FLID_1_1, :FLID_1_2)
  ORDER BY flight_route_point.FLID, flight_route_point.ORDINAL;

DELETE
  FROM flight
  WHERE flight.FLID IN (:FLID_1_1);

UPDATE flight
  SET FDAY=:new_FDAY, SCHD_GEN=:new_SCHD_GEN, RECORD_VERSION=:new_RECORD_VERSION, UPDATED_AT=:new_UPDATED_AT, FDIV_APCD=:new_FDIV_APCD, FDIV_DATM=:new_FDIV_DATM, FDIV_RESN=:new_FDIV_RESN
  WHERE flight.FLID = :key_FLID;

UPDATE flight
  SET SCHD_GEN=:new_SCHD_GEN, UPDATED_AT=:new_UPDATED_AT
  WHERE flight.FLID = :key_FLID;

DELETE
  FROM flight_belt
  WHERE flight_belt.FLID IN (:FLID_1_1);

DELETE
  FROM flight_stand_plan
  WHERE flight_stand_plan.FLID IN (:FLID_1_1);

DELETE
  FROM flight_chute
  WHERE flight_chute.FLID IN (:FLID_1_1);

DELETE
  FROM flight_delay
  WHERE flight_delay.FLID IN (:FLID_1_1);

DELETE
  FROM flight_bridge_op
  WHERE flight_bridge_op.FLID IN (:FLID_1_1);

DELETE
  FROM flight_chock_op
  WHERE flight_chock_op.FLID IN (:FLID_1_1);

DELETE
  FROM flight_route_point
  WHERE flight_route_point.FLID IN (:FLID_1_1);

UPDATE schd_gen
  SET GENERATION=:new_GENERATION, LAST_MESSAGE_ID=:new_LAST_MESSAGE_ID, RECORD_VERSION=:new_RECORD_VERSION, UPDATED_AT=:new_UPDATED_AT
  WHERE schd_gen.FDAY = :key_FDAY;

